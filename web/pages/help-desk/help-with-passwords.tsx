import { Button, Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Person, UnlockedUser } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { OperationProgress } from "../../components/operation-progress.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResetPasswordsDialog } from "./reset-passwords-dialog.tsx";

/** Restores the access of a user: unlocks the user, and resets the passwords of their accounts. */
export function HelpWithPasswords({ person }: { readonly person: Person }) {
  const say = useText();
  const may = useMay();
  const [isResetting, setResetting] = useState(false);
  const [operationKey, setOperationKey] = useState<string>();
  const mayReset = may("users_post_resetpasswords");
  return (
    <Card component="section">
      <CardTitle component="h2">{say("helpDesk.help")}</CardTitle>
      <CardBody>
        {may("users_post_unlock") ? <Unlock person={person} /> : null}
        {mayReset ? <p>{say("helpDesk.resetExplained")}</p> : <p>{say("helpDesk.resetNotAllowed")}</p>}
        <Button variant="secondary" isDisabled={!mayReset} onClick={() => setResetting(true)}>
          {say("helpDesk.reset")}
        </Button>
        {operationKey === undefined ? null : (
          <OperationProgress key={operationKey} operationKey={operationKey} sets={[]} />
        )}
        {isResetting ? (
          <ResetPasswordsDialog person={person} follow={setOperationKey} close={() => setResetting(false)} />
        ) : null}
      </CardBody>
    </Card>
  );
}

function Unlock({ person }: { readonly person: Person }) {
  const say = useText();
  const { mutate, isPending, error, data } = useChanging<UnlockedUser>([usersPath]);
  return (
    <>
      <p>{say("helpDesk.unlockExplained")}</p>
      <Button
        variant="secondary"
        isLoading={isPending}
        isDisabled={isPending}
        onClick={() => mutate(call("POST users()/unlock", { key: person.key }))}
      >
        {say("person.unlock")}
      </Button>
      <p role="status">
        {data === undefined ? "" : say(data.unlocked ? "helpDesk.unlocked" : "helpDesk.wasNotLocked")}
      </p>
      {error === null ? null : <ErrorAlert error={error} />}
    </>
  );
}
