// Making elements, words and links. What records hold goes into the page as text nodes and attributes alone.

const SVG = "http://www.w3.org/2000/svg";
const filled = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== ""));
  return node;
};
const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
const draw = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

const plain = new Intl.NumberFormat("en", { maximumSignificantDigits: 15 });
const figure = (value) => {
  const size = Math.abs(value);
  return size >= 1e15 || (size && size < 1e-6) ? String(value) : plain.format(value);
};
const many = (count, noun) => `${plain.format(count)} ${noun}${count === 1 ? "" : "s"}`;
const shown = (word) => word.replaceAll("_", " ");

// Only what goes to the web is a link; everything else is the text that it is.
const linked = (url, ...children) => {
  let parsed = null;
  try {
    parsed = new URL(url);
  } catch {
    // no URL
  }
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) return make("span", {}, ...children);
  return make("a", { href: parsed.href, rel: "noopener noreferrer", target: "_blank" }, ...children);
};
const PAGES = {
  arxiv: "https://arxiv.org/abs/",
  doi: "https://doi.org/",
  openreview: "https://openreview.net/forum?id=",
  acl: "https://aclanthology.org/",
  pmid: "https://pubmed.ncbi.nlm.nih.gov/",
};
const pageOf = (id) => {
  const colon = id.indexOf(":");
  const base = Object.hasOwn(PAGES, id.slice(0, colon)) ? PAGES[id.slice(0, colon)] : null;
  return base && base + encodeURIComponent(id.slice(colon + 1)).replaceAll("%2F", "/");
};
