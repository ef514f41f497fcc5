/** Writes a relative distinguished name; every special character becomes `\xx`, which no parser can misread. */
export function rdnOf(attribute: string, value: string): string {
  const escaped = value.replace(
    /[,+"\\<>;=#\0]|^ | $/g,
    (special) => `\\${special.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return `${attribute}=${escaped}`;
}

/** Puts the first part of a DN aside and returns the rest. */
export function parentOf(dn: string): string {
  for (let place = 0; place < dn.length; place += 1) {
    if (dn[place] === "\\") place += 1;
    else if (dn[place] === ",") return dn.slice(place + 1);
  }
  return "";
}

/** Whether a DN lies below another one; each step is read as a directory reads it, so that an escaped comma ends none. */
export function liesBelow(dn: string, container: string): boolean {
  const wanted = container.toLowerCase();
  for (let parent = parentOf(dn); parent !== ""; parent = parentOf(parent))
    if (parent.toLowerCase() === wanted) return true;
  return false;
}
