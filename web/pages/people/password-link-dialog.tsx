import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import type { PasswordLink, User } from "../../api/model.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

type State = { readonly is: "asking" | "waiting" } | { readonly is: "refused"; readonly error: unknown } | Issued;
type Issued = { readonly is: "issued"; readonly issued: PasswordLink };

/** A dialog that issues a link by which a user sets a password, and shows it once. */
export function PasswordLinkDialog({ user, close }: { readonly user: User; close(): void }) {
  const say = useText();
  const [state, setState] = useState<State>({ is: "asking" });
  const issue = async () => {
    setState({ is: "waiting" });
    try {
      const issued = await askOnce(call("POST users()/issuePasswordLink", { key: user.key }));
      setState({ is: "issued", issued });
    } catch (error) {
      setState({ is: "refused", error });
    }
  };
  const name = user.displayName ?? user.id;
  return (
    <Dialog
      title={say("link.title")}
      explained={say("link.explained", { name })}
      footer={
        <>
          {state.is === "issued" ? null : (
            <Button onClick={() => void issue()} isLoading={state.is === "waiting"} isDisabled={state.is === "waiting"}>
              {say("link.issue")}
            </Button>
          )}
          <Button variant={state.is === "issued" ? "primary" : "link"} onClick={close}>
            {say(state.is === "issued" ? "action.close" : "action.cancel")}
          </Button>
        </>
      }
      close={close}
    >
      {state.is === "refused" ? <ErrorAlert error={state.error} /> : null}
      {state.is === "issued" ? (
        <>
          <SecretShownOnce secret={state.issued.link} label={say("link.label")} />
          <p>
            {say("link.expires")} <Moment at={state.issued.expiresAt} />
          </p>
        </>
      ) : null}
    </Dialog>
  );
}
