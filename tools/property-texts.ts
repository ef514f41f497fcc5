import type { PropertyFacts } from "#domain/resources/format/property.ts";

/** A text of a property: the end of its key, and the text. */
type PropertyText = readonly [part: string, text: string];

const acronyms = new Set(["api", "dn", "id", "ip", "saml", "tls", "uri", "uris", "url"]);

/** Returns the label of a property, and its help if callers write it. */
export function propertyTexts(name: string, facts: PropertyFacts): readonly PropertyText[] {
  const { label = inWords(name), description = "", writing } = facts;
  return [["", asMessage(label)], ...(writing === "never" ? [] : [[".help", asMessage(helpOf(description))] as const])];
}

/**
 * Returns the texts of the members of a property. Those that are no single word are names that stand for themselves. A text to which later
 * versions may add values has only the labels of those that are known.
 */
export function memberTexts({ members, memberLabels = {} }: PropertyFacts): readonly PropertyText[] {
  return (members ?? Object.keys(memberLabels)).flatMap((member) => {
    const label = memberLabels[member] ?? (/^\w+$/.test(member) ? inWords(member) : undefined);
    return label === undefined ? [] : [[`.${member}`, asMessage(label)] as const];
  });
}

/** Returns a name as words: `redirectUris` becomes `Redirect URIs`. */
export function inWords(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .split(/(?<=[a-z\d])(?=[A-Z])| /)
    .map((word) => word.toLowerCase())
    .map((word) => (acronyms.has(word) ? word.toUpperCase().replace(/^URIS$/, "URIs") : word));
  return capital(words.join(" "));
}

/** Returns the help of a field from the sentence of the documents: the meaning of null becomes that of an empty field. */
export function helpOf(sentence: string): string {
  const [, meaning = "", word, link, empty] = /^(.*?)(?:; (null|empty) (for|if) (.*))?\.$/s.exec(sentence) ?? [
    "",
    sentence,
  ];
  const told = meaning
    .replaceAll("`", "")
    .replace(/^(?:True if|Key of) /, "")
    .replace(/; \S+ by default(?=$|\. )/, "");
  const help = empty === undefined ? [] : [emptyHelp(word === "empty", `${link} ${empty.replaceAll("`", "")}`)];
  return [`${capital(told)}.`, ...help].join(" ");
}

function emptyHelp(isList: boolean, meaning: string): string {
  if (meaning === "if none") return "Optional.";
  return `${isList ? "Select none" : "Leave empty"} ${meaning}.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a text in the form of messages, in which braces would name arguments. */
const asMessage = (text: string) => text.replaceAll(/[{}]+/g, "'$&'");
