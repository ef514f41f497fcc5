import { createHash } from "node:crypto";

const nameMaxCharacters = 80;
const digestCharacters = 8;

// Names of devices on Windows, whatever their ending.
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$)(?:\.|$)/i;

/**
 * Returns a file name for each ID of a folder that every file system can have beside the others: letters outside of ASCII and signs are
 * written as `%` and two digits for each byte, and a name that is reserved, too long, or another one but for case gets a mark of its ID.
 */
export function fileNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const plain = ids.map((id) => [id, plainName(id)] as const);
  const alike = Map.groupBy(plain, ([, name]) => name.toLowerCase());
  return new Map(
    plain.map(([id, name]) => {
      const isAlone = alike.get(name.toLowerCase())?.length === 1;
      const isUsable = isAlone && name.length <= nameMaxCharacters && !reserved.test(name);
      return [id, `${isUsable ? name : `${cut(name)}~${digestOf(id)}`}.yaml`];
    }),
  );
}

function plainName(id: string): string {
  const bytes = Buffer.from(id, "utf8");
  const signs = [...bytes].map((byte, at) => {
    const sign = String.fromCharCode(byte);
    const isPlain = /[A-Za-z0-9_-]/.test(sign) || (sign === "." && at > 0);
    return isPlain ? sign : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return signs.length === 0 ? "%" : signs.join("");
}

function cut(name: string): string {
  return name.slice(0, nameMaxCharacters - digestCharacters - 1).replace(/%.?$/, "");
}

function digestOf(id: string): string {
  return createHash("sha256").update(id, "utf8").digest("hex").slice(0, digestCharacters);
}
