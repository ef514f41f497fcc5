import type { Random } from "#domain/random.fixture.ts";

import type { Csdl } from "./metadata.ts";

const validation = "@Org.OData.Validation.V1";
/** Types that a primitive value can have if the document does not name one. */
const anyType = ["Edm.String", "Edm.Boolean", "Edm.Int32"];
const edmTypes: Readonly<Record<string, string>> = {
  string: "Edm.String",
  boolean: "Edm.Boolean",
  number: "Edm.Int32",
};
const triesMax = 300;
const textMaxCharacters = 60;
const int32Max = 2_147_483_647;

const alphabets = [
  [..."abcdefghijklmnopqrstuvwxyzABCXYZ0123456789"],
  [..."abc xyz,;:.!?()[]{}<>'\"\\/&=+-_*%$#@|~^`"],
  ["a", "é", "ß", "Ω", "中", "😀", "\u0301", "\t", "\n", "\u00a0", "\u202e", "0"],
];

/** Returns a random value that fits the type and facets of a property. */
export function primitive(random: Random, type: string, csdl: Csdl): unknown {
  switch (type) {
    case "Edm.String":
      return text(random, csdl);
    case "Edm.Boolean":
      return random.below(2) === 0;
    case "Edm.Int32":
    case "Edm.Int64":
      return integer(random, csdl);
    case "Edm.Double":
    case "Edm.Decimal":
      return random.pick([0, 1, -1.5, 1e10, random.below(1_000_000) / 7]);
    case "Edm.Guid":
      return guid(random);
    case "Edm.DateTimeOffset":
      return moment(random);
    case "Edm.PrimitiveType":
      return primitive(random, random.pick(csdl[`${validation}.DerivedTypeConstraint`] ?? anyType), csdl);
    default:
      throw new RangeError(`no values of the type ${type} are made`);
  }
}

/** Returns true if a value that was seen elsewhere fits the facets of this property. */
export function fitsFacets(value: unknown, csdl: Csdl): boolean {
  const { Minimum, Maximum, AllowedValues, Pattern } = Object.fromEntries(
    ["Minimum", "Maximum", "AllowedValues", "Pattern"].map((term) => [term, csdl[`${validation}.${term}`]]),
  );
  if (!isOfType(value, csdl)) return false;
  if (typeof value === "number") return value >= (Minimum ?? -Infinity) && value <= (Maximum ?? Infinity);
  if (typeof value !== "string") return true;
  if (AllowedValues !== undefined) return AllowedValues.some((one: { Value: string }) => one.Value === value);
  return (
    value.length <= (csdl.$MaxLength ?? Infinity) && (Pattern === undefined || new RegExp(Pattern, "u").test(value))
  );
}

/** Returns true if the value has one of the allowed types: a property of the same name in another set may allow others. */
function isOfType(value: unknown, csdl: Csdl): boolean {
  const types = csdl[`${validation}.DerivedTypeConstraint`] as readonly string[] | undefined;
  return value === null || types === undefined || types.includes(edmTypes[typeof value] ?? "");
}

/** Returns a random text of a length. */
export function anyText(random: Random, length: number): string {
  const letters = random.pick(alphabets);
  let made = "";
  while (made.length < length) made += random.pick(letters);
  return made.slice(0, length).replace(/[\ud800-\udbff]$/, "x");
}

function text(random: Random, csdl: Csdl): string {
  const allowed = csdl[`${validation}.AllowedValues`] as { Value: string }[] | undefined;
  if (allowed !== undefined) return random.pick(allowed).Value;
  const pattern = csdl[`${validation}.Pattern`] as string | undefined;
  const most = Number(csdl.$MaxLength ?? 1_000);
  const fits = (made: string) => made.length <= most && (pattern === undefined || new RegExp(pattern, "u").test(made));
  for (let tries = 0; tries < triesMax; tries += 1) {
    const length = random.below(10) === 0 ? most : random.below(Math.min(most, textMaxCharacters) + 1);
    const made = csdl["@Org.OData.Core.V1.IsURL"] === true ? url(random) : anyText(random, length);
    if (fits(made)) return made;
  }
  throw new Error(`no text was found that fits ${pattern}`);
}

function url(random: Random): string {
  const scheme = random.pick(["https", "https", "http", "ftp"]);
  const host = random.pick(["portal.example", "a.b.example.test", "127.0.0.1", "localhost", "[::1]", "192.0.2.7"]);
  const rest = random.pick(["", "/", "/path/to", "/a?b=c", "/a#part", "/%20", ":8443/x", "/é"]);
  return `${scheme}://${random.pick(["", "", "", "me:secret@"])}${host}${rest}`;
}

function integer(random: Random, csdl: Csdl): number {
  const least = Number(csdl[`${validation}.Minimum`] ?? -int32Max - 1);
  const most = Number(csdl[`${validation}.Maximum`] ?? int32Max);
  const near = Math.max(least, 0) + random.below(20);
  return random.pick([least, most, Math.min(near, most), least + random.below(Math.min(most - least, int32Max) + 1)]);
}

function guid(random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.below(16).toString(16)).join("");
  const made = [digits(8), digits(4), `4${digits(3)}`, `a${digits(3)}`, digits(12)].join("-");
  return random.below(5) === 0 ? made.toUpperCase() : made;
}

function moment(random: Random): string {
  const two = (below: number, from = 0) => String(from + random.below(below)).padStart(2, "0");
  const year = random.pick(["0001", "1969", "1970", "2024", "2031", "2120", "9999"]);
  const part = random.pick(["", ".5", ".123"]);
  const zone = random.pick(["Z", "+02:00", "-11:30"]);
  return `${year}-${two(12, 1)}-${two(28, 1)}T${two(24)}:${two(60)}:${two(60)}${part}${zone}`;
}
