import { Label } from "@patternfly/react-core";

import { historicalPolicyId } from "../../api/managed.ts";
import type { ManagedAccount } from "../../api/model.ts";
import { type Say, type TextKey, useText } from "../../messages/text.ts";

type States = Pick<ManagedAccount, "status" | "policyId" | "disabledReason" | "checkoutCount">;

/** Reports whether the password of an account is no longer managed. */
export const isHistorical = ({ policyId }: Pick<ManagedAccount, "policyId">) => policyId === historicalPolicyId;

function statesOf({ status, disabledReason, checkoutCount, ...account }: States): readonly TextKey[] {
  return [
    ...(isHistorical(account) ? (["managed.historical"] as const) : []),
    ...(disabledReason === null ? [] : (["managed.disabled"] as const)),
    `managed.status.${status}` as const,
    ...(checkoutCount === 0 ? [] : (["managed.checkedOut"] as const)),
  ];
}

const looks: Readonly<Partial<Record<TextKey, "success" | "danger" | "warning">>> = {
  "managed.status.C": "success",
  "managed.status.U": "warning",
  "managed.status.conflict": "danger",
  "managed.disabled": "warning",
};

/** Returns the texts of the states of a managed account. */
export function managedStateWords(account: States, say: Say): readonly string[] {
  return statesOf(account).map((text) => say(text));
}

/** States of a managed account as labels that can be distinguished without their colors. */
export function ManagedStates({ account }: { readonly account: States }) {
  const say = useText();
  return statesOf(account).map((text) => (
    <span key={text}>
      <Label isCompact status={looks[text] ?? "info"}>
        {say(text)}
      </Label>{" "}
    </span>
  ));
}
