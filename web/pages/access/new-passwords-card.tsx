import { Button, Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { newPasswordsQuery } from "../../api/mass-resets.ts";
import type { PasswordDelivery } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { NewPasswordsDialog } from "./new-passwords-dialog.tsx";

/** New passwords of the user that wait to be shown once; nothing without any, as for most users at most times. */
export function NewPasswordsCard({ userKey }: { readonly userKey: string }) {
  const say = useText();
  const { data } = useQuery(newPasswordsQuery(userKey));
  const [opened, setOpened] = useState<PasswordDelivery>();
  const waiting = (data?.value ?? []).filter((delivery) => isOffered(delivery, "reveal"));
  // The dialog stays while it shows passwords that no longer wait.
  if (waiting.length === 0 && opened === undefined) return null;
  return (
    <Card component="section">
      <CardTitle component="h2">{say("newPasswords.title")}</CardTitle>
      <CardBody>
        <p>{say("newPasswords.explained")}</p>
        <ul className="gatehouse-plain-list">
          {waiting.map((delivery) => (
            <li key={delivery.key}>
              {say("newPasswords.ofAccounts", { count: delivery.accounts })} {say("newPasswords.until")}{" "}
              <Moment at={delivery.expiresAt} />{" "}
              <Button variant="primary" onClick={() => setOpened(delivery)}>
                {say("newPasswords.show")}
              </Button>
            </li>
          ))}
        </ul>
        {opened === undefined ? null : <NewPasswordsDialog delivery={opened} close={() => setOpened(undefined)} />}
      </CardBody>
    </Card>
  );
}
