/** A stretch of a text. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Syntax extends Stretch {
  readonly type: string;
  readonly object?: Syntax;
  readonly property?: { readonly name?: string };
}

/** Returns the places of `import.meta.url` in the syntax tree of a module, in their order; texts that only contain the words are none. */
export function moduleAddresses(tree: object): readonly Stretch[] {
  if (isAddress(tree)) return [{ start: tree.start, end: tree.end }];
  return Object.values(tree)
    .filter((part): part is object => typeof part === "object" && part !== null)
    .flatMap((part) => moduleAddresses(part));
}

function isAddress(part: object): part is Syntax {
  const { type, object, property } = part as Partial<Syntax>;
  return type === "MemberExpression" && object?.type === "MetaProperty" && property?.name === "url";
}
