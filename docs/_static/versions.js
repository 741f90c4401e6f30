// The folders of all versions beside this one; `tools/assemble_site` writes it.
window.enroqueVersions = [];
