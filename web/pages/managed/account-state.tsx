import { Label } from "@patternfly/react-core";

import { historicalPolicyId } from "../../api/managed.ts";
import type { ManagedAccount } from "../../api/model.ts";
import { type Say, type TextKey, useText } from "../../messages/text.ts";

type States = Pick<ManagedAccount, "status" | "policyId" | "disabledReason" | "checkoutCount">;

/** Whether the password of an account is managed no more. */
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

/** The states of a managed account in words. */
export function managedStateWords(account: States, say: Say): readonly string[] {
  return statesOf(account).map((text) => say(text));
}

/** The states of a managed account, as words that can be told apart without their colours. */
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
