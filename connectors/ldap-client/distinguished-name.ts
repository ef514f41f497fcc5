import { normalForm } from "#connectors/contract/index.ts";
/** Writes a relative distinguished name; every special character becomes `\xx`, which no parser can misread. */
export function rdnOf(attribute: string, value: string): string {
  const escaped = value.replace(
    /[,+"\\<>;=#\0]|^ | $/g,
    (special) => `\\${special.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return `${attribute}=${escaped}`;
}

/** Returns a DN without its first part. */
export function parentOf(dn: string): string {
  for (let place = 0; place < dn.length; place += 1) {
    if (dn[place] === "\\") place += 1;
    else if (dn[place] === ",") return dn.slice(place + 1);
  }
  return "";
}

/** Returns true if a DN lies below another one. Each step is read as a directory reads it, so an escaped comma does not end a step. */
export function liesBelow(dn: string, container: string): boolean {
  const wanted = plainDn(container);
  for (let parent = parentOf(dn); parent !== ""; parent = parentOf(parent)) if (plainDn(parent) === wanted) return true;
  return false;
}

/** Returns true if two DNs name the same entry in any spelling: capitals, spaces around `,` and `=`, ways to escape. */
export function isSameDn(one: string, other: string): boolean {
  return plainDn(one) === plainDn(other);
}

/** Writes a DN without the spaces around `,` and `=` that people add and not every server accepts; escapes stay. */
export function tidyDn(dn: string): string {
  const steps: string[] = [];
  for (let rest = dn; rest !== ""; rest = parentOf(rest)) {
    const step = firstOf(rest);
    steps.push(`${typeOf(step)}=${writtenValueOf(step)}`);
  }
  return steps.join(",");
}

/** Returns the end of a DN that names a domain: `DC=example,DC=test` of `OU=People, DC=example, DC=test`; empty if there is none. */
export function domainPartOf(dn: string): string {
  let domain = "";
  for (let rest = dn; rest !== ""; rest = parentOf(rest)) {
    if (!/^ *dc *=/i.test(rest)) domain = "";
    else if (domain === "") domain = rest.trim();
  }
  return domain;
}

/** Returns the labels of an entry's domain, the innermost first: example and test of `CN=ada,DC=example,DC=test`. */
export function domainLabelsOf(dn: string): string[] {
  const labels: string[] = [];
  for (let rest = domainPartOf(dn); rest !== ""; rest = parentOf(rest)) labels.push(valueOfRdn(firstOf(rest)));
  return labels;
}

/** Returns the canonical spelling in which DNs are compared; source: RFC 4514, and RFC 4518 for spaces and capitals. */
function plainDn(dn: string): string {
  const steps: string[] = [];
  for (let rest = dn; rest !== ""; rest = parentOf(rest)) {
    const parts = partsOf(firstOf(rest), "+").map((part) => `${typeOf(part)}=${JSON.stringify(valueOfRdn(part))}`);
    steps.push(parts.toSorted().join("+"));
  }
  return normalForm(steps.join(","), "NFC").toLowerCase();
}

function firstOf(dn: string): string {
  return partsOf(dn, ",")[0] ?? "";
}

function typeOf(rdn: string): string {
  return rdn.slice(0, Math.max(rdn.indexOf("="), 0)).trim();
}

/** Returns the value of a single-part name without its escapes and insignificant spaces. */
function valueOfRdn(rdn: string): string {
  return unescaped(writtenValueOf(rdn)).replaceAll(/ {2,}/g, " ");
}

// A space at either end counts only if it is escaped.
function writtenValueOf(rdn: string): string {
  return rdn
    .slice(rdn.indexOf("=") + 1)
    .replace(/^ +/, "")
    .replace(/((?:^|[^\\])(?:\\\\)*(?:\\ )?) +$/, "$1");
}

function unescaped(text: string): string {
  const bytes: Buffer[] = [];
  for (const [piece, hex, character] of text.matchAll(/\\([0-9a-f]{2})|\\(.)|[^\\]+|\\$/gis))
    bytes.push(hex === undefined ? Buffer.from(character ?? piece, "utf8") : Buffer.from(hex, "hex"));
  return Buffer.concat(bytes).toString("utf8");
}

/** Splits a text at separators that are not escaped. */
function partsOf(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === "\\") place += 1;
    else if (text[place] === separator) {
      parts.push(text.slice(start, place));
      start = place + 1;
    }
  }
  return [...parts, text.slice(start)];
}
