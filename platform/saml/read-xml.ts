import sax from "sax";

import { samlAttributesMax, samlDepthMax, samlElementAttributesMax, samlElementsMax } from "#domain/saml-limits.ts";

/** An element of a document, without the prefix of its name. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text directly in the element, without blanks around it. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

interface OpenElement extends XmlElement {
  text: string;
  readonly children: OpenElement[];
}

const answerLimits = { elementsMax: samlElementsMax, attributesMax: samlAttributesMax };

/**
 * Reads a document in one pass over its characters: no declarations of types or entities, and bounded depth, elements and attributes, so
 * that a stranger's document takes neither long nor much memory.
 * @throws Error with the rule that is broken
 */
export function readXml(xml: string, limits = answerLimits): XmlElement {
  const document: OpenElement = { name: "", attributes: {}, text: "", children: [] };
  const open = [document];
  const handlers: Partial<sax.SAXParser> = {
    ...refusals(limits, () => open.length),
    onopentag({ name, attributes }) {
      const given = { ...(attributes as Readonly<Record<string, string>>) };
      const element: OpenElement = { name: localName(name), attributes: given, text: "", children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    ontext(text) {
      const element = open.at(-1);
      if (element !== undefined) element.text += text;
    },
    onclosetag() {
      const element = open.pop();
      if (element !== undefined) element.text = element.text.trim();
    },
  };
  Object.assign(sax.parser(true), handlers).write(xml).close();
  const [root] = document.children;
  if (root === undefined) throw new Error("the XML holds nothing");
  return root;
}

/** Returns the handlers that end the reading of a document that breaks a rule. */
function refusals({ elementsMax, attributesMax }: typeof answerLimits, depth: () => number): Partial<sax.SAXParser> {
  let elements = 0;
  let attributes = 0;
  let attributesHere = 0;
  return {
    onerror(error) {
      throw new Error(`the XML is not well-formed: ${error.message.split("\n", 1)[0]}`);
    },
    ondoctype() {
      throw new Error("the XML declares a type of document");
    },
    onopentagstart() {
      attributesHere = 0;
      elements += 1;
      if (elements > elementsMax) throw new Error(`the XML has more than ${elementsMax} elements`);
      if (depth() > samlDepthMax) throw new Error(`the XML is deeper than ${samlDepthMax} elements`);
    },
    onattribute() {
      attributes += 1;
      attributesHere += 1;
      if (attributes > attributesMax || attributesHere > samlElementAttributesMax)
        throw new Error("the XML has too many attributes");
    },
  };
}

/** Returns a name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Returns the elements below one along a path of names, in their order. */
export function elementsAt(from: XmlElement, ...way: readonly string[]): readonly XmlElement[] {
  return way.reduce<readonly XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [from],
  );
}

/** Yields an element and all below it, each with the path of names that leads to it, such as `Response/Assertion`. */
export function* everyElement(from: XmlElement, above = ""): Generator<readonly [way: string, element: XmlElement]> {
  const way = above === "" ? from.name : `${above}/${from.name}`;
  yield [way, from];
  for (const child of from.children) yield* everyElement(child, way);
}
