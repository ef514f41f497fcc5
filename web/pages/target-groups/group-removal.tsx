import { Button } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { targetGroupsPath } from "../../api/target-systems.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

/** A dialog that deletes a target group after a confirmation; the service refuses it if the group contains a target system. */
export function GroupRemoval({ id }: { readonly id: string }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useChanging([targetGroupsPath], () => navigate(paths.targetGroups));
  if (!may("targetgroups_delete")) return null;
  return (
    <>
      <Button variant="secondary" isDanger onClick={() => setAsking(true)}>
        {say("targetGroup.remove")}
      </Button>
      {isAsking ? (
        <FormDialog
          title={say("targetGroup.removeOf", { id })}
          explained={say("targetGroup.removeExplained")}
          action={say("targetGroup.remove")}
          isDanger
          isPending={isPending}
          error={error}
          close={() => setAsking(false)}
          send={() => mutate(call("DELETE targetGroups()", { key: id }))}
        />
      ) : null}
    </>
  );
}
