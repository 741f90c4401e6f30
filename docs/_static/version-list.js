// A list of the versions in the sidebar, if there are several.
{
  const place = document.getElementById("versions");
  const { root, version } = place.dataset;
  const versions = window.enroqueVersions ?? [];
  if (versions.length > 1) {
    const list = document.createElement("select");
    list.ariaLabel = "version";
    for (const name of versions) {
      // the folder of this page is named like its version, or is that of the main branch
      const isShown = location.pathname.includes(`/${name}/`);
      list.add(new Option(name === "dev" ? `dev (${version})` : name, name, isShown, isShown));
    }
    list.addEventListener("change", () => {
      location.href = `${root}../${list.value}/index.html`;
    });
    place.append(list);
  }
}
