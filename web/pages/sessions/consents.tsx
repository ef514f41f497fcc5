import { Button, Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { pathOf } from "../../api/path.ts";
import { consentsQuery } from "../../api/sessions.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";

/** Consents of the user to applications, each with an action to withdraw it. */
export function Consents() {
  const say = useText();
  const { user } = useSession();
  const may = useMay();
  const [withdrawn, setWithdrawn] = useState<string>();
  const { data, error } = useQuery(consentsQuery(user.key));
  return (
    <Card component="section">
      <CardTitle component="h2">{say("consent.title")}</CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        {data?.length === 0 ? <p>{say("consent.none")}</p> : null}
        <ul className="gatehouse-plain-list">
          {(data ?? []).map(({ key, clientId, scopes, givenAt }) => (
            <li key={key}>
              {say("consent.given", {
                application: clientId,
                scopes: scopes.map((scope) => say(`consent.scope.${scope}`)).join(", "),
              })}{" "}
              <Moment at={givenAt} />{" "}
              {!may("users_post_withdrawconsent") ? null : (
                <Button
                  variant="link"
                  isInline
                  aria-label={say("consent.withdrawOf", { application: clientId })}
                  onClick={() => setWithdrawn(clientId)}
                >
                  {say("consent.withdraw")}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {withdrawn === undefined ? null : (
          <ConfirmDialog
            title={say("consent.withdrawOf", { application: withdrawn })}
            action={say("consent.withdrawOf", { application: withdrawn })}
            explained={say("consent.withdrawExplained")}
            call={call("POST users()/withdrawConsent", { key: user.key, body: { clientId: withdrawn } })}
            sets={[pathOf("users()/consents", user.key), pathOf("users()/sessions", user.key)]}
            isDanger
            close={() => setWithdrawn(undefined)}
          />
        )}
      </CardBody>
    </Card>
  );
}
