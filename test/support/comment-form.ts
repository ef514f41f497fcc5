import type { SourceFile } from "./architecture.ts";
import { isNode, parseModule, type SyntaxNode, walk } from "./imports.ts";

/** A comment that does not have the form of its kind. */
export interface BadComment {
  readonly place: string;
  readonly name: string;
  readonly words: string;
  readonly fault:
    | "a clause without a noun"
    | "a function without its verb"
    | "a thing with a verb"
    | "a value after an equals sign";
}

type Kind = "function" | "thing" | "either";

/**
 * Finds comments that do not have the form of their kind: that of an exported function begins with a verb ("Returns …"), that of a type,
 * field or constant with a noun, and none with a word such as "What" or "Whether". A component of a page may be named by a noun too.
 */
export function badComments({ path, text }: SourceFile): readonly BadComment[] {
  const { program, comments } = parseModule(path, text);
  const declared = declarationsOf(program);
  return comments.flatMap(({ type, value, start, end }) => {
    const words = type === "Block" && value.startsWith("*") ? sentencesOf(value) : "";
    if (words === "") return [];
    const { name = "", kind = "either" } = declared.get(codeAfter(text, end)) ?? {};
    const fault = faultOf(words, kind);
    return fault === undefined ? [] : [{ place: `${path}:${lineOf(text, start)}`, name, words, fault }];
  });
}

// Words that begin a clause or a phrase in the place of a noun.
const headless =
  /^(?:What|Who|Whom|Whose|How|Whether|Where|When|Why|Which|That|Of|By|For|In|To|From|With|As|If|On|At|Not|So|It|They|Those)\b/;
const verb = /^[A-Z][a-z-]*s(?= (?!of |that |which |whose |in which |are |is |by )|\.$|:)/;
const noVerb = /^(?:This|Its|Always|Is|Has|Was|Does|Names|Keys|Ids|Settings|Texts|Rules|Limits|Columns)\b/;
const verbOfFunctions =
  /^(?:Returns|Makes|Gives|Tells|Finds|Writes|Adds|Removes|Refuses|Says|Takes|Sends|Opens|Closes|Shows)\b/;

function faultOf(words: string, kind: Kind): BadComment["fault"] | undefined {
  if (headless.test(words)) return "a clause without a noun";
  if (kind === "function" && (!verb.test(words) || noVerb.test(words))) return "a function without its verb";
  return kind === "thing" && verbOfFunctions.test(words) ? "a thing with a verb" : undefined;
}

/**
 * Finds descriptions of properties, which callers read in the documents of the API, that are no noun phrases ("Key of the requester",
 * "True if …") or say what null means by an equals sign.
 */
export function badDescriptions({ path, text }: SourceFile): readonly BadComment[] {
  const found: BadComment[] = [];
  walk(parseModule(path, text).program, (node) => {
    const given = descriptionIn(node);
    const words = given === undefined ? undefined : textOf(given);
    const fault = words === undefined ? undefined : faultOfDescription(words);
    if (fault !== undefined)
      found.push({
        place: `${path}:${lineOf(text, node.start)}`,
        name: nameOf(node["key"]),
        words: words ?? "",
        fault,
      });
  });
  return found;
}

const headlessDescription = /^(?:Its|Until|Since|Somebody|Something|Nobody|Nothing|Everybody)\b/;

function faultOfDescription(words: string): BadComment["fault"] | undefined {
  if (headless.test(words) || headlessDescription.test(words)) return "a clause without a noun";
  return /\b(?:null|none|false|left out|absent) = /.test(words) ? "a value after an equals sign" : undefined;
}

/** Returns the text of `description: "…"` or `.shown("…")`; undefined for other nodes. */
function descriptionIn(node: SyntaxNode): SyntaxNode | undefined {
  const callee = node["callee"];
  const [given] = (node["arguments"] ?? []) as readonly SyntaxNode[];
  if (node.type === "Property" && nameOf(node["key"]) === "description") return node["value"] as SyntaxNode;
  return isNode(callee) && nameOf(callee["property"]) === "shown" ? given : undefined;
}

/** Returns the text of a literal, or of a template without its values; undefined for other nodes. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : undefined;
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join("…");
}

/** Returns the words of a JSDoc block in front of its tags, in one line. */
function sentencesOf(comment: string): string {
  const [before = ""] = comment.replaceAll(/^\s*\*+ ?/gm, "").split(/(?:^|\s)@(?=[a-z])/);
  return before.replaceAll(/\s+/g, " ").trim();
}

/** Returns the place of the next code: other comments and blanks are passed over. */
function codeAfter(text: string, from: number): number {
  const between = /(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/y;
  between.lastIndex = from;
  return from + (between.exec(text)?.[0].length ?? 0);
}

const lineOf = (text: string, place: number) => text.slice(0, place).split("\n").length;

interface Declared {
  readonly name: string;
  readonly kind: Kind;
}

/** Returns the declarations of a module by the place at which each begins. */
function declarationsOf(program: SyntaxNode): ReadonlyMap<number, Declared> {
  const found = new Map<number, Declared>();
  walk(program, (node) => {
    const declared = declarationIn(node);
    if (declared !== undefined && !found.has(node.start)) found.set(node.start, declared);
  });
  return found;
}

function declarationIn(node: SyntaxNode, exported = false): Declared | undefined {
  if (node.type === "ExportNamedDeclaration" || node.type === "ExportDefaultDeclaration")
    return isNode(node["declaration"]) ? declarationIn(node["declaration"], true) : undefined;
  if (node.type === "VariableDeclaration") {
    const [first] = node["declarations"] as SyntaxNode[];
    const name = nameOf(first?.["id"]);
    return { name, kind: kindOfValue(first?.["init"], exported && !isComponent(name)) };
  }
  const kind = kindsOfNodes[node.type]?.(node, exported);
  return kind === undefined ? undefined : { name: nameOf(node["id"] ?? node["key"]), kind };
}

const kindsOfNodes: Readonly<Record<string, (node: SyntaxNode, exported: boolean) => Kind>> = {
  FunctionDeclaration: kindOfFunction,
  TSDeclareFunction: kindOfFunction,
  TSMethodSignature: () => "function",
  TSTypeAliasDeclaration: ({ typeAnnotation: type }) =>
    isNode(type) && type.type === "TSFunctionType" ? "either" : "thing",
  TSInterfaceDeclaration: () => "thing",
  ClassDeclaration: () => "thing",
  TSPropertySignature: ({ typeAnnotation }) => (isPlainType(typeAnnotation) ? "thing" : "either"),
  PropertyDefinition: ({ value }) => kindOfValue(value, false),
  Property: ({ value }) => kindOfValue(value, false),
};

function kindOfFunction(node: SyntaxNode, exported: boolean): Kind {
  return exported && !isComponent(nameOf(node["id"])) ? "function" : "either";
}

// A call may make a function as well as a thing.
function kindOfValue(value: unknown, exported: boolean): Kind {
  if (!isNode(value)) return "either";
  if (value.type === "ArrowFunctionExpression" || value.type === "FunctionExpression")
    return exported ? "function" : "either";
  return /^(?:Literal|TemplateLiteral|ObjectExpression|ArrayExpression)$/.test(value.type) ? "thing" : "either";
}

const isComponent = (name: string) => /^[A-Z]/.test(name);

// A type with a name may be that of a function.
function isPlainType(annotation: unknown): boolean {
  const type = isNode(annotation) ? annotation["typeAnnotation"] : undefined;
  return isNode(type) && /^TS(?:String|Number|Boolean|Literal|Array|TypeLiteral)/.test(type.type);
}

function nameOf(id: unknown): string {
  const name = isNode(id) ? (id["name"] ?? id["value"]) : undefined;
  return typeof name === "string" ? name : "";
}
