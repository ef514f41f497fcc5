import type { Random } from "#domain/random.fixture.ts";
import { type ResourceField, type ResourceName, policyResources } from "#policies/resources.ts";

/** Values that random policies compare with: texts and numbers in rows, and others that look like them. */
export interface PolicyWords {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** Returns a random rule on rows over the fields of a resource: every operator that a database can answer, also wrongly typed. */
export function randomPolicy(random: Random, resource: ResourceName, words: PolicyWords): string {
  const fields: [string, ResourceField][] = Object.entries(policyResources[resource]);
  const named = (wanted: (field: ResourceField) => boolean) =>
    fields.flatMap(([name, field]) => (wanted(field) ? [`resource.${name}`] : []));
  return expression({
    random,
    words,
    values: named(({ type }) => type !== "list"),
    texts: named(({ type }) => type === "string"),
    numbers: named(({ type }) => type === "number"),
    flags: named(({ type }) => type === "bool"),
    lists: named((field) => field.type === "list" && field.relation !== undefined),
  });
}

interface Making {
  readonly random: Random;
  readonly words: PolicyWords;
  readonly values: readonly string[];
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  readonly flags: readonly string[];
  readonly lists: readonly string[];
}

const depthMax = 3;

function expression(making: Making, depth = depthMax): string {
  const { random } = making;
  if (depth === 0 || random.below(5) === 0) return atom(making);
  const [a, b, c] = [0, 1, 2].map(() => expression(making, depth - 1));
  return random.pick([`(${a} || ${b})`, `(${a} && ${b})`, `!(${a})`, `(${a} ? ${b} : ${c})`]);
}

function atom(making: Making): string {
  const { random, values, texts, numbers, flags, lists } = making;
  const equal = random.pick(["==", "!="]);
  const order = random.pick(["<", "<=", ">", ">="]);
  const makers = [
    () => `${random.pick(values)} ${equal} ${value(making)}`,
    () => `${value(making)} ${equal} ${random.pick(values)}`,
    () => `${random.pick(values)} in ${list(making)}`,
    () => `${value(making)} in ${list(making)}`,
    () => random.pick(["IsSuperuser()", "principal.key < principal.attributes.missing", "true"]),
  ];
  if (numbers.length > 0) {
    makers.push(() => `${random.pick(numbers)} ${order} ${value(making)}`);
    makers.push(() => `${value(making)} ${order} ${random.pick(numbers)}`);
  }
  if (texts.length > 0) makers.push(() => `${random.pick(texts)}.startsWith(${value(making)})`);
  if (flags.length > 0) makers.push(() => random.pick(flags));
  if (lists.length > 0) makers.push(() => `${value(making)} in ${random.pick(lists)}`);
  return random.pick(makers)();
}

function value({ random, words }: Making): string {
  return random.pick([
    () => JSON.stringify(random.pick(words.texts)),
    () => JSON.stringify(random.pick(words.texts)),
    () => String(random.pick(words.numbers)),
    () => `${random.pick(words.numbers)}.5`,
    () =>
      random.pick([
        "null",
        "true",
        "principal.key",
        "principal.id",
        "principal.superuser",
        "principal.attributes.none",
      ]),
  ])();
}

function list(making: Making): string {
  return making.random.pick([
    "principal.classes",
    "principal.attributes.city",
    "principal.attributes.missing",
    "GetProfileAttributeValues('city')",
    "[]",
    `[${value(making)}, ${value(making)}, ${value(making)}]`,
  ]);
}
