import { Button } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { isNeededPolicy } from "#domain/passwords/needed-policies.ts";

import { call } from "../../api/call.ts";
import { passwordPoliciesPath } from "../../api/password-policies.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

/** A button that deletes a password policy after a confirmation; the service refuses it while something uses the policy. */
export function PolicyRemoval({ id }: { readonly id: string }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  if (!may("passwordpolicies_delete") || isNeededPolicy(id)) return null;
  return (
    <>
      <Button variant="secondary" isDanger onClick={() => setAsking(true)}>
        {say("passwordPolicy.delete")}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={say("passwordPolicy.delete")}
          of={id}
          explained={say("passwordPolicy.deleteExplained")}
          action={say("passwordPolicy.delete")}
          isDanger
          call={call("DELETE passwordPolicies()", { key: id })}
          sets={[passwordPoliciesPath]}
          leave={() => navigate(paths.passwordPolicies)}
          close={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
