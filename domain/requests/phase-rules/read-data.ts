import type { JsonValue } from "../../json.ts";
import { type Call, createMeasure, type Literal, type Placed, refuse, shortened } from "./call.ts";

/**
 * Reads a rule as data: a word is an object of one name, whose value is the list of what stands in its brackets, as in
 * `{"any": [2, {"class": ["IT"]}]}`.
 * @throws RuleFault
 */
export function callFromData(data: JsonValue): Call {
  const measure = createMeasure();
  const read = (value: JsonValue, path: string, depth: number): Call | Literal => {
    const at: Placed = { place: () => (path === "" ? "the beginning" : path) };
    measure(at, depth);
    const word = path.split("/").at(-2) ?? "";
    if (typeof value === "string" || typeof value === "number") return { ...at, value };
    const [named, ...more] = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (named === undefined || more.length > 0 || Array.isArray(value)) {
      refuse(at, word, 'A number, a name or an object of one word is expected here, such as {"class": ["IT"]}.');
    }
    return readNamed(named, at, (argument, index) => read(argument, `${path}/${named[0]}/${index}`, depth + 1));
  };
  const call = read(data, "", 1);
  return "word" in call ? call : refuse(call, "", 'A rule is an object of one word, such as {"all": […]}.');
}

type ReadArgument = (value: JsonValue, index: number) => Call | Literal;

function readNamed([name, value]: readonly [string, JsonValue], at: Placed, read: ReadArgument): Call | Literal {
  if (name === "percent" && typeof value === "number") return { ...at, value: { percent: value } };
  if (!Array.isArray(value)) {
    const shown = shortened(name);
    refuse(
      at,
      name,
      `What belongs to '${shown}' is a list, an empty one where it takes nothing. Write {"${shown}": […]}.`,
    );
  }
  return { ...at, word: name, arguments: value.map(read) };
}
