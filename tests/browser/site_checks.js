// Returns what is wrong with the page as it is shown now: its width, its images, the contrast of its text.
async () => {
  const problems = new Set();
  const describe = (element) => {
    const text = (element.innerText ?? "").trim().slice(0, 40);
    const name = typeof element.className === "string" ? element.className : "";
    return `${element.localName}.${name.split(" ").join(".")} ${JSON.stringify(text)}`;
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const ancestors = (element) => {
    const found = [];
    for (let at = element; at; at = at.parentElement) found.push(at);
    return found;
  };
  const article = document.querySelector("article") ?? document.body;

  // width
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) problems.add("the page scrolls sideways");
  const scrolls = (element) => ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(element).overflowX);
  for (const element of article.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.right <= width + 1 || !isShown(element)) continue;
    if (!ancestors(element.parentElement).some((at) => scrolls(at) && at !== document.body))
      problems.add(`wider than the page: ${describe(element)}`);
  }

  // images: of one theme, or transparent, or with a frame of their own, as boards have
  for (const image of article.querySelectorAll("img:not(.toggler)")) {
    if (!isShown(image)) continue;
    await image.decode().catch(() => problems.add(`not an image: ${image.src.slice(0, 80)}`));
    if (!image.naturalWidth || ancestors(image).some((at) => at.matches(".only-light, .only-dark"))) continue;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const [right, bottom] = [canvas.width - 1, canvas.height - 1];
    const corners = [[0, 0], [right, 0], [0, bottom], [right, bottom]];
    const least = corners.map(([x, y]) => Math.min(...context.getImageData(x, y, 1, 1).data));
    if (Math.min(...least) > 230) problems.add(`an image for one theme: ${image.src.slice(-80)}`);
  }

  // contrast, as WCAG 2 defines it: 4.5, and 3 for large text
  const parse = (color) => {
    const numbers = color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    const scale = color.startsWith("color(") ? 255 : 1;
    return [...numbers.slice(0, 3).map((value) => value * scale), numbers[3] ?? 1];
  };
  const over = (front, back) => [0, 1, 2].map((n) => front[n] * front[3] + back[n] * (1 - front[3]));
  const luminance = (color) => {
    const [red, green, blue] = color.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (element) => {
    let color = [255, 255, 255];
    for (const at of ancestors(element).reverse()) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      color = over(parse(style.backgroundColor), color);
    }
    return color;
  };
  const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || seen.has(element)) continue;
    seen.add(element);
    if (element.closest("svg, script, style, .headerlink, button") || !isShown(element)) continue;
    const style = getComputedStyle(element);
    const back = background(element);
    if (back === null) continue;
    const [one, two] = [luminance(over(parse(style.color), back)), luminance(back)].sort((a, b) => a - b);
    const contrast = (two + 0.05) / (one + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5))
      problems.add(`contrast ${contrast.toFixed(1)}: ${style.color} on ${back.map(Math.round)}: ${describe(element)}`);
  }
  return [...problems];
}
