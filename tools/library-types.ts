import type { OfferedOperation } from "#api/offered/offered-operation.ts";
import { offeredOperations, readName } from "#api/offered/offered-operations.ts";
import type { Field, ObjectShape, Shape } from "#api/offered/shape.ts";

/** Writes the declarations of every operation of the library; the published package has them in place of idapi/operations.ts. */
export function libraryTypes(): string {
  const types = new Map<string, string>();
  const capabilities = Map.groupBy(
    offeredOperations.filter(({ name }) => name !== readName),
    ({ name }) => name.slice(0, name.indexOf(".")),
  );
  const members = [...capabilities].map(([capability, operations]) => {
    const functions = operations.map((operation) => functionOf(operation, types));
    return `  readonly ${capability}: {\n${functions.join("")}  };\n`;
  });
  return `/** Every operation, by its capability and its verb. */
export interface Operations {
${members.join("")}}

${[...types.values()].join("\n")}`;
}

function functionOf(
  { name, policy, input, output, mayAnswerNothing }: OfferedOperation,
  types: Map<string, string>,
): string {
  const verb = name.slice(name.indexOf(".") + 1);
  const given = declared({ ...input, name: inputName(name) }, types);
  const isOptional = Object.values(input.fields).every(({ required }) => !required);
  const answer = output === null ? "null" : `${typeOf(output, types)}${mayAnswerNothing ? " | null" : ""}`;
  const about = policy === null ? "" : `    /** Under the policy \`${policy}\`. */\n`;
  return `${about}    ${verb}(input${isOptional ? "?" : ""}: ${given}): Promise<${answer}>;\n`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const inputName = (name: string) => `${name.split(".").map(capital).join("")}Input`;

const plain = {
  text: "string",
  secret: "string",
  integer: "number",
  number: "number",
  flag: "boolean",
  moment: "string",
  any: "unknown",
} as const satisfies Record<Exclude<Shape["kind"], "list" | "object">, string>;

function typeOf(shape: Shape, types: Map<string, string>): string {
  if (shape.kind === "list") return `readonly ${bracketed(typeOf(shape.of, types))}[]`;
  if (shape.kind === "object")
    return shape.name === undefined ? `{ ${fieldsOf(shape, types, " ")} }` : declared(shape, types);
  const members = shape.kind === "text" ? shape.members : undefined;
  return members?.map((member) => JSON.stringify(member)).join(" | ") ?? plain[shape.kind];
}

const bracketed = (type: string) => (/[ |]/.test(type) ? `(${type})` : type);

/** Returns the name of a type, and declares the type once. */
function declared(shape: ObjectShape, types: Map<string, string>): string {
  const { name = "" } = shape;
  if (types.has(name)) return name;
  types.set(name, "");
  types.set(name, `export interface ${name} {\n${fieldsOf(shape, types, "\n")}\n}\n`);
  return name;
}

function fieldsOf({ fields }: ObjectShape, types: Map<string, string>, between: string): string {
  return Object.entries(fields)
    .map(([name, field]) => fieldOf(name, field, types))
    .map((line) => (between === "\n" ? `  ${line}` : line.replace(/^\/\*\*.*\*\/\s*/, "")))
    .join(between);
}

function fieldOf(name: string, { shape, required, nullable, description }: Field, types: Map<string, string>): string {
  const said = description === undefined ? "" : `/** ${description.replaceAll("*/", "* /")} */\n  `;
  return `${said}readonly ${name}${required ? "" : "?"}: ${typeOf(shape, types)}${nullable ? " | null" : ""};`;
}
