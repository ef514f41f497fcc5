import { ServiceError } from "#domain/errors.ts";
import { brokenEnds, type MassResetAction } from "#domain/mass-resets/steps.ts";
import type { Row } from "#store/tables.ts";

import type { ChosenBy } from "./choice-input.ts";

/** Terms of a mass reset that depend on its action. */
export type ActionTerms = Pick<
  Row<"massResets">,
  | "action"
  | "ends"
  | "templateKey"
  | "includePrivileged"
  | "includeOwn"
  | "withoutOwner"
  | "mustChange"
  | "endSessions"
  | "delivery"
  | "passwordPolicyId"
>;

type Term = Exclude<keyof ActionTerms, "action">;

/** Actions to which each term belongs. */
const actionsOf: Readonly<Record<Term, readonly MassResetAction[]>> = {
  ends: ["offboard"],
  templateKey: ["onboard"],
  includePrivileged: ["onboard", "offboard"],
  includeOwn: ["reset"],
  withoutOwner: ["reset"],
  endSessions: ["reset"],
  mustChange: ["reset", "onboard"],
  delivery: ["reset", "onboard"],
  passwordPolicyId: ["reset", "onboard"],
};

/** Ways to choose that belong to all actions but these. */
const choicesOf: Readonly<Record<MassResetAction, readonly ChosenBy[]>> = {
  reset: ["condition", "users", "accounts", "file"],
  onboard: ["users", "file"],
  offboard: ["condition", "users", "accounts", "file"],
};

/**
 * Throws unless the terms and the choice of a new mass reset belong to its action.
 * @throws MASS_RESET_ACTION, MASS_RESET_ENDS, MASS_RESET_PRIVILEGED
 */
export function requireFitTerms(terms: ActionTerms, by: ChosenBy): void {
  const { action } = terms;
  const strange = Object.entries(actionsOf).find(
    ([term, actions]) => isSaid(terms[term as Term]) && !actions.includes(action),
  );
  if (strange !== undefined)
    throw new ServiceError("MASS_RESET_ACTION", {
      target: strange[0],
      message: `${strange[0]}: it belongs to the action ${strange[1].join(" or ")}. Leave it out, or choose another action.`,
    });
  if (!choicesOf[action].includes(by)) {
    const message = `${by}: the action ${action} chooses by ${choicesOf[action].join(" or ")}.`;
    throw new ServiceError("MASS_RESET_ACTION", { target: by, message });
  }
  if (action !== "offboard") return;
  const broken = brokenEnds(terms.ends ?? [], by === "accounts");
  if (broken !== undefined) throw new ServiceError("MASS_RESET_ENDS", { target: "ends", message: `ends: ${broken}.` });
  if (terms.includePrivileged && by === "condition")
    throw new ServiceError("MASS_RESET_PRIVILEGED", { target: "includePrivileged" });
}

const isSaid = (value: unknown) => value !== null && value !== false && value !== "none";
