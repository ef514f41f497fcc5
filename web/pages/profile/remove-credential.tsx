import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import type { Credential } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";

interface RemoveCredentialProps {
  readonly credential: Credential;
  /** Name of the credential for its owner. */
  readonly name: string;
}

/** A button that removes a credential after a confirmation; nothing if policies forbid it. */
export function RemoveCredential({ credential: { key, type }, name }: RemoveCredentialProps) {
  const say = useText();
  const { user } = useSession();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  if (!may("users_credentials_delete")) return null;
  const title = say("profile.remove", { name });
  return (
    <>
      <Button variant="link" isInline aria-label={title} onClick={() => setAsking(true)}>
        {say("action.remove")}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={title}
          action={title}
          explained={say(`profile.removed.${type}`)}
          call={call("DELETE users()/credentials()", { key: [user.key, key] })}
          sets={[pathOf("users()/credentials", user.key)]}
          isDanger
          close={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
