import { Label } from "@patternfly/react-core";

import type { Account } from "../../api/model.ts";
import { type Say, type TextKey, useText } from "../../messages/text.ts";

type States = Pick<Account, "enabled" | "locked" | "expired" | "passwordExpired">;

const mayLogIn = (enabled: boolean | null): TextKey => {
  if (enabled === null) return "account.unknown";
  return enabled ? "account.enabled" : "account.disabled";
};

/**
 * Returns the keys of an account's states: first whether it may connect, then unusual states. A state that the target system does not
 * report is unknown.
 */
function statesOf({ enabled, locked, expired, passwordExpired }: States): readonly TextKey[] {
  return [
    mayLogIn(enabled),
    ...(locked ? (["account.locked"] as const) : []),
    ...(expired ? (["account.expired"] as const) : []),
    ...(passwordExpired ? (["account.passwordExpired"] as const) : []),
  ];
}

const looks: Readonly<Partial<Record<TextKey, "success" | "danger">>> = {
  "account.enabled": "success",
  "account.disabled": "danger",
};

/** Returns the texts of the states of an account. */
export function accountStateWords(account: States, say: Say): readonly string[] {
  return statesOf(account).map((text) => say(text));
}

/** States of an account as labels that can be distinguished without their colors. */
export function AccountStates({ account }: { readonly account: States }) {
  const say = useText();
  return statesOf(account).map((text) => (
    <span key={text}>
      <Label isCompact status={looks[text] ?? "warning"}>
        {say(text)}
      </Label>{" "}
    </span>
  ));
}
