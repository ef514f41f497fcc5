import { Label } from "@patternfly/react-core";

import type { User } from "../../api/model.ts";
import { type Say, useText } from "../../messages/text.ts";

type States = Pick<User, "disabled" | "locked">;

/** The states of a user in words. */
export function userStateWords({ disabled, locked }: States, say: Say): readonly string[] {
  return [say(disabled ? "people.disabled" : "people.enabled"), ...(locked ? [say("people.locked")] : [])];
}

/** Whether a user is shut out or locked, as words that can be told apart without their colours. */
export function UserStates({ user: { disabled, locked } }: { readonly user: States }) {
  const say = useText();
  return (
    <>
      <Label isCompact status={disabled ? "danger" : "success"}>
        {say(disabled ? "people.disabled" : "people.enabled")}
      </Label>{" "}
      {locked ? (
        <Label isCompact status="warning">
          {say("people.locked")}
        </Label>
      ) : null}
    </>
  );
}
