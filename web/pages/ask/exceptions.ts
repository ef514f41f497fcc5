import { exceptionCode } from "#domain/sod/exception-code.ts";

import type { CallError } from "../../base/call-error.ts";
import type { Draft } from "./draft.ts";
import type { AskedOperation } from "./operations-of.ts";

const ofRule = /^sodRules\(([^)]+)\)$/;

/** Returns the keys of the rules that would allow a refused request with an exception. */
export function rulesToExcept({ details }: Pick<CallError, "details">): readonly string[] {
  return details.flatMap(({ code, target }) =>
    code === "SOD_EXCEPTION_NEEDED" ? (ofRule.exec(target ?? "")?.[1] ?? []) : [],
  );
}

/** Returns the operations that ask for the exceptions of a recipient, as far as they were entered. */
export function exceptionsOf({ exceptions = [] }: Draft, recipientKey: string): readonly AskedOperation[] {
  return exceptions.flatMap(({ sodRuleKey, control, hours, recipientKey: whose }) =>
    whose !== recipientKey || control.trim() === ""
      ? []
      : [
          {
            code: exceptionCode,
            sodRuleKey,
            control: control.trim(),
            ...(hours !== "" && { forHours: Number(hours) }),
          },
        ],
  );
}

/** Returns a draft in which exceptions from rules can be entered for its first recipient, whose request they have refused. */
export function withExceptions(draft: Draft, ruleKeys: readonly string[]): Draft {
  const { exceptions = [], recipients } = draft;
  const recipientKey = recipients[0]?.key ?? "";
  const isThere = (sodRuleKey: string) =>
    exceptions.some((one) => one.sodRuleKey === sodRuleKey && one.recipientKey === recipientKey);
  const added = ruleKeys.filter((key) => !isThere(key));
  if (added.length === 0) return draft;
  const empty = added.map((sodRuleKey) => ({ sodRuleKey, recipientKey, control: "", hours: "" }));
  return { ...draft, exceptions: [...exceptions.filter((one) => one.recipientKey === recipientKey), ...empty] };
}
