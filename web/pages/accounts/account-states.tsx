import { Label } from "@patternfly/react-core";

import type { Account } from "../../api/model.ts";
import { type Say, type TextKey, useText } from "../../messages/text.ts";

type States = Pick<Account, "enabled" | "locked" | "expired" | "passwordExpired">;

const mayLogIn = (enabled: boolean | null): TextKey => {
  if (enabled === null) return "account.unknown";
  return enabled ? "account.enabled" : "account.disabled";
};

/** What is out of the ordinary with an account, after whether it may log in; what its target does not tell is not known. */
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

/** The states of an account in words. */
export function accountStateWords(account: States, say: Say): readonly string[] {
  return statesOf(account).map((text) => say(text));
}

/** The states of an account, as words that can be told apart without their colours. */
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
