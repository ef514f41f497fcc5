import { setImmediate } from "node:timers/promises";

import sax from "sax";

import { ServiceError } from "#domain/errors.ts";
import {
  soapAttributesMax,
  soapDepthMax,
  soapElementAttributesMax,
  soapMarkupMax,
  soapSliceBytes,
} from "#domain/soap-limits.ts";

import { hasUnwritable } from "./write-xml.ts";
import { namespaces, type XmlElement } from "./xml-element.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the elements of a message. It allows no document type, only the five predefined entities, and no encoding but
 * UTF-8, and it loads nothing. Other calls get their turn while it reads.
 * @throws BODY_INVALID for a message of another form, too deep or too large
 */
export async function readXml(bytes: Buffer): Promise<XmlElement> {
  refuseMarkup(bytes);
  const text = decode(bytes);
  refuseDocumentType(text);
  const reading = new XmlReading();
  for (let at = 0; at < text.length; at += soapSliceBytes) {
    if (at > 0) await setImmediate();
    reading.take(text.slice(at, at + soapSliceBytes));
  }
  return reading.end();
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ServiceError("BODY_INVALID", { message: "The message must be in UTF-8.", cause });
  }
}

/** Counts markup before anything is parsed, so that input that is slow to parse is refused quickly. */
function refuseMarkup(bytes: Buffer): void {
  let count = 0;
  for (const character of "<&]")
    // Counts only up to the first one that is too many.
    for (let at = bytes.indexOf(character); at >= 0 && count <= soapMarkupMax; at = bytes.indexOf(character, at + 1))
      count += 1;
  if (count > soapMarkupMax)
    throw invalidMessage(`may have at most ${soapMarkupMax} of the characters '<', '&' and ']' together`);
}

/** Refuses a document type. It looks in front of the first element only, so that it need not wait for the end of a document type. */
function refuseDocumentType(text: string): void {
  const first = text.search(/<[A-Za-z_:]/);
  if (/<!(?!--)/.test(first < 0 ? text : text.slice(0, first))) throw invalidMessage(noDocumentType);
}

const noDocumentType = "must have no document type";

interface OpenElement {
  readonly written: string;
  /** Attributes as written: prefixes may be declared after their use. */
  readonly given: Map<string, string>;
  /** Prefixes that are in scope inside. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  readonly texts: string[];
}

// The types lack the option that allows the five entities alone. The position bounds names, values and comments.
const parserOptions = { strictEntities: true, position: true } as sax.SAXOptions;

class XmlReading {
  // Without namespaces the parser reports each attribute as it comes, so that nothing waits for the last one.
  readonly #parser = sax.parser(true, parserOptions);
  readonly #open: OpenElement[] = [];
  readonly #prefixes: ReadonlyMap<string, string> = new Map([["xml", "http://www.w3.org/XML/1998/namespace"]]);
  #given = new Map<string, string>();
  #attributes = 0;
  #root: XmlElement | undefined;

  constructor() {
    Object.assign(this.#parser, {
      onerror: (error: Error) => {
        throw invalidMessage("is not well-formed XML", error);
      },
      ondoctype: () => {
        throw invalidMessage(noDocumentType);
      },
      onprocessinginstruction: ({ name, body }: { readonly name: string; readonly body: string }) => {
        if (name.toLowerCase() !== "xml") throw invalidMessage("must have no processing instructions");
        const encoding = /\bencoding\s*=\s*["']([^"']*)["']/.exec(body.slice(0, declarationMaxCharacters))?.[1];
        if (encoding !== undefined && encoding.toLowerCase() !== "utf-8") throw invalidMessage("must be in UTF-8");
      },
      onopentagstart: () => this.#begin(),
      onattribute: ({ name, value }: { readonly name: string; readonly value: string }) => this.#attribute(name, value),
      onopentag: ({ name }: { readonly name: string }) => this.#enter(name),
      onclosetag: () => this.#leave(),
      ontext: (text: string) => this.#open.at(-1)?.texts.push(text),
      oncdata: (text: string) => this.#open.at(-1)?.texts.push(text),
    });
  }

  take(text: string): void {
    this.#parser.write(text);
  }

  end(): XmlElement {
    this.#parser.close();
    if (this.#root === undefined) throw invalidMessage("must be an envelope of SOAP 1.1");
    return this.#root;
  }

  #begin(): void {
    if (this.#root !== undefined) throw invalidMessage("is not well-formed XML: it has two roots");
    this.#given = new Map();
    if (this.#open.length >= soapDepthMax) throw invalidMessage(`may be at most ${soapDepthMax} elements deep`);
  }

  #attribute(name: string, value: string): void {
    this.#attributes += 1;
    if (this.#attributes > soapAttributesMax || this.#given.size >= soapElementAttributesMax)
      throw invalidMessage(
        `may have at most ${soapElementAttributesMax} attributes at one element, and ${soapAttributesMax} in all`,
      );
    this.#given.set(name, writable(value));
  }

  #enter(written: string): void {
    const around = this.#open.at(-1)?.prefixes ?? this.#prefixes;
    const prefixes = withDeclared(around, this.#given);
    this.#open.push({ written, given: this.#given, prefixes, children: [], texts: [] });
  }

  #leave(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const { written, given, prefixes, children, texts } = element;
    const attributes = attributesOf(given, prefixes);
    const done = { ...resolved(written, prefixes), attributes, children, text: writable(texts.join("")) };
    const above = this.#open.at(-1);
    if (above === undefined) this.#root = done;
    else above.children.push(done);
  }
}

const declarationMaxCharacters = 200;
const xmlns = "xmlns";

function withDeclared(
  around: ReadonlyMap<string, string>,
  given: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const declared = [...given].flatMap(([name, value]): [string, string][] => {
    if (name === xmlns) return [["", value]];
    return name.startsWith(`${xmlns}:`) ? [[name.slice(xmlns.length + 1), value]] : [];
  });
  return declared.length === 0 ? around : new Map([...around, ...declared]);
}

function resolved(written: string, prefixes: ReadonlyMap<string, string>): Pick<XmlElement, "namespace" | "name"> {
  const [name = "", prefix = ""] = written.split(":").toReversed();
  const namespace = prefixes.get(prefix);
  if (namespace === undefined && prefix !== "") throw invalidMessage("uses a prefix that is not declared");
  return { namespace: namespace ?? "", name };
}

function attributesOf(given: ReadonlyMap<string, string>, prefixes: ReadonlyMap<string, string>): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [written, value] of given) {
    if (written === xmlns || written.startsWith(`${xmlns}:`)) continue;
    // An attribute without a prefix is in no namespace, whatever the default is.
    const { namespace, name } = written.includes(":") ? resolved(written, prefixes) : { namespace: "", name: written };
    if (namespace === "") attributes.set(name, value);
    else if (namespace === namespaces.instance) attributes.set(`xsi:${name}`, value);
    else if (namespace === namespaces.envelope) attributes.set(`soap:${name}`, value);
  }
  return attributes;
}

// A reference to a character may name one that no text can hold.
function writable(text: string): string {
  if (!text.isWellFormed() || hasUnwritable(text)) throw invalidMessage("holds a character that XML does not allow");
  return text;
}

/** Returns the error of a message that breaks a rule. */
export function invalidMessage(rule: string, cause?: Error): ServiceError {
  return new ServiceError("BODY_INVALID", { message: `The message ${rule}.`, cause });
}
