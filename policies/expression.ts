import { parse } from "@bufbuild/cel";

import { policyBracketDepthMax, policyMaxCharacters } from "#domain/limits.ts";

import { type Expression, partsOf } from "./expression-tree.ts";
import { printExpression } from "./print-expression.ts";

/** A place in the text of a policy, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A rule of policies that a text breaks, and where. */
export interface Finding extends Position {
  readonly message: string;
}

/** A text that was parsed, or why it was not. */
export type Parsed =
  | {
      readonly expression: Expression;
      readonly at: (part: Expression) => Position;
      readonly textOf: (part: Expression) => string;
    }
  | { readonly findings: readonly Finding[] };

/** Parses the text of a policy; length and depth are checked before, so the parser's work is bounded. */
export function parseExpression(text: string): Parsed {
  if (text.length > policyMaxCharacters) {
    const message = `A policy has at most ${policyMaxCharacters} characters; this one has ${text.length}.`;
    return { findings: [{ line: 1, column: 1, message }] };
  }
  const tooDeep = bracketTooDeep(text);
  if (tooDeep !== undefined) {
    const message = `Brackets may stand ${policyBracketDepthMax} deep at most.`;
    return { findings: [{ ...positionOf(text, tooDeep), message }] };
  }
  try {
    // The parser wants a line end behind a comment, also behind the last one.
    const { expr, sourceInfo } = parse(`${text}\n`);
    const at = (part: Expression): Position => {
      const offset = sourceInfo?.positions[String(part.id)] ?? 0;
      // The parser points at the blank before an operator and at the dot before a field.
      const skipped = /^[\s.]*/.exec(text.slice(offset))?.[0].length ?? 0;
      return positionOf(text, offset + skipped);
    };
    return { expression: expr, at, textOf: (part) => printExpression(part, sourceInfo?.macroCalls ?? {}) };
  } catch (error) {
    return { findings: [syntaxFinding(error, text)] };
  }
}

/** The position of a character in a text. */
function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

// A literal or a comment hides the brackets in it, so that a quoted ")" cannot make a deep text look shallow.
const hidden = new RegExp(
  [
    String.raw`[bB]?[rR][bB]?(?:'''[^]*?'''|"""[^]*?"""|'[^'\n]*'|"[^"\n]*")`,
    String.raw`'''(?:\\[^]|[^\\])*?'''|"""(?:\\[^]|[^\\])*?"""`,
    String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`,
    String.raw`//[^\n]*`,
  ].join("|"),
  "g",
);

function bracketTooDeep(text: string): number | undefined {
  const visible = text.replaceAll(hidden, (literal) => " ".repeat(literal.length));
  let depth = 0;
  for (let offset = 0; offset < visible.length; offset++) {
    const character = visible.charAt(offset);
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    if (depth > policyBracketDepthMax) return offset;
  }
  return undefined;
}

interface SyntaxProblem {
  readonly rawMessage: string;
  readonly location: { readonly start: Position };
}

function syntaxFinding(error: unknown, text: string): Finding {
  if (!(error instanceof Error) || !("rawMessage" in error)) {
    return { line: 1, column: 1, message: "This is not a CEL expression." };
  }
  const { rawMessage, location } = error as Error & SyntaxProblem;
  const end = positionOf(text, text.length);
  // After the end there is only the line end that was added.
  const { line, column } = location.start.line > end.line ? end : location.start;
  return { line, column, message: `This is not a CEL expression: ${rawMessage}.` };
}

/** Reports whether an expression reads `resource`. */
export function touchesResource(part: Expression): boolean {
  const kind = part.exprKind;
  return kind.case === "identExpr" ? kind.value.name === "resource" : partsOf(part).some(touchesResource);
}
