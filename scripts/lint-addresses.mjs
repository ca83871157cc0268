// Reports addresses of pages that are built by hand: a name with `//`, `..` or `?` in it would lead elsewhere.
// lib/format/address.ts builds them all. It checks the form of texts, not types: anything that looks like an address in
// an `href` counts.
import path from "node:path";

const MAKER = "lib/format/address.ts";
const PLACES = ["app/", "components/", "lib/"];
/** The service's own endpoints: their paths are patterns, filled by `lib/contract/endpoint.ts`. */
const EXEMPT = ["lib/contract/"];
const ADDRESS_NAME = /^(?:path|href|pathname)$|(?:Path|Href)$/;
const NAVIGATING =
  /^(?:(?:permanentR|r)edirect|router\.(?:push|replace|prefetch)|window\.open|(?:window\.)?location\.(?:assign|replace))$/;
const MESSAGE = `build this address with ${MAKER}`;

const isText = (node) => node?.type === "Literal" && typeof node.value === "string";
const isConcatenation = (node) => node?.type === "BinaryExpression" && node.operator === "+";
const isBuilt = (node) => (node?.type === "TemplateLiteral" && node.expressions.length > 0) || isConcatenation(node);
const nameOf = (node) => node?.name ?? node?.property?.name ?? "";
const wayTo = (node) => (node?.type === "MemberExpression" ? `${wayTo(node.object)}.${nameOf(node)}` : nameOf(node));

function isAddress(node) {
  if (node?.type === "CallExpression") return ADDRESS_NAME.test(nameOf(node.callee));
  return node?.type === "Identifier" && ADDRESS_NAME.test(node.name);
}

/** A template that begins like an address, or continues one; an anchor on the same page is not one. */
function isAddressTemplate({ quasis, expressions }) {
  const [start, next] = quasis.map(({ value }) => value.cooked);
  if (/^\/(?![/*])/.test(start) && expressions.length > 0) return true;
  return start === "" && isAddress(expressions[0]) && /^[/?#]/.test(next);
}

export const addresses = {
  create(context) {
    const file = path.relative(context.cwd, context.filename).replaceAll("\\", "/");
    const isCovered = PLACES.some((folder) => file.startsWith(folder)) && !EXEMPT.some((one) => file.startsWith(one));
    if (!isCovered || file === MAKER || /\.(?:test|spec)\.tsx?$/.test(file)) return {};
    const reported = new Set();
    const report = (node) => {
      if (reported.has(node)) return;
      reported.add(node);
      context.report({ node, message: MESSAGE });
    };
    const refuse = (node) => {
      if (!isBuilt(node)) return;
      const isAnchor = node.type === "TemplateLiteral" && node.quasis[0].value.cooked.startsWith("#");
      if (!isAnchor) report(node);
    };
    return {
      TemplateLiteral: (node) => void (isAddressTemplate(node) && report(node)),
      BinaryExpression(node) {
        if (!isConcatenation(node)) return;
        // The page's own search parameters and anchor may be appended unchanged to another path.
        const isOwn = ["search", "hash"].includes(nameOf(node.right));
        const follows = isText(node.right) ? /^[/?#]/.test(node.right.value) : !isOwn;
        if (isText(node.left) ? node.left.value.startsWith("/") : isAddress(node.left) && follows) report(node);
      },
      JSXAttribute(node) {
        if (node.name.name === "href") refuse(node.value?.expression);
      },
      Property(node) {
        if (nameOf(node.key) === "href") refuse(node.value);
      },
      CallExpression(node) {
        if (NAVIGATING.test(wayTo(node.callee))) refuse(node.arguments[0]);
      },
    };
  },
};
