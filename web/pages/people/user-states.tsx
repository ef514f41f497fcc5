import { Label } from "@patternfly/react-core";

import type { User } from "../../api/model.ts";
import { type Say, useText } from "../../messages/text.ts";

type States = Pick<User, "disabled" | "locked">;

/** Returns the texts of the states of a user. */
export function userStateWords({ disabled, locked }: States, say: Say): readonly string[] {
  return [say(disabled ? "people.disabled" : "people.enabled"), ...(locked ? [say("people.locked")] : [])];
}

/** States of a user, disabled and locked, as labels that can be distinguished without their colors. */
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
