import { type ErrorDetail, ServiceError } from "#domain/errors.ts";

import { type CompiledPolicy, compilePolicy } from "./compile-policy.ts";
import { type Finding, type Parsed, parseExpression } from "./expression.ts";
import type { Policy } from "./policy.ts";

/** Result of compiling a set of policies; no policy is in both maps. */
export interface CompiledPolicies {
  readonly compiled: ReadonlyMap<string, CompiledPolicy>;
  /** Policies that break rules, which can only deny. */
  readonly broken: ReadonlyMap<string, readonly Finding[]>;
}

/** Checks and compiles policies; of two with one name neither can be used. */
export function compilePolicies(policies: readonly Policy[]): CompiledPolicies {
  const parse = oncePerText();
  const compiled = new Map<string, CompiledPolicy>();
  const broken = new Map<string, readonly Finding[]>();
  for (const policy of policies) {
    const { name } = policy;
    if (compiled.delete(name) || broken.has(name)) {
      broken.set(name, [{ line: 1, column: 1, message: "There are two policies of this name." }]);
      continue;
    }
    const check = compilePolicy(policy, parse);
    if ("compiled" in check) compiled.set(name, check.compiled);
    else broken.set(name, check.findings);
  }
  return { compiled, broken };
}

/** Returns a parser that parses each text once: a tenth of the default policies have a text of their own. */
function oncePerText(): typeof parseExpression {
  const known = new Map<string, Parsed>();
  return (text) => {
    const parsed = known.get(text) ?? parseExpression(text);
    known.set(text, parsed);
    return parsed;
  };
}

/** Returns the error of policies that break rules: one detail for each place, `name:line:column`. */
export function policiesInvalid(broken: ReadonlyMap<string, readonly Finding[]>): ServiceError {
  const details: ErrorDetail[] = [...broken].flatMap(([name, findings]) =>
    findings.map(({ line, column, message }) => ({
      code: "POLICY_INVALID",
      target: `${name}:${line}:${column}`,
      message,
    })),
  );
  const [first] = details;
  return new ServiceError("POLICY_INVALID", {
    details,
    ...(first === undefined ? {} : { target: first.target, message: `${first.target}: ${first.message}` }),
  });
}
