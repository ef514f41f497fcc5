import { Button } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { targetSystemsPath } from "../../api/target-systems.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

const FormDialog = openedLater(async () => (await import("../../components/form-dialog.tsx")).FormDialog);

/** A dialog that deletes a target system from the records after a confirmation; it names the data that is deleted with it. */
export function TargetRemoval({ id }: { readonly id: string }) {
  const say = useText();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useChanging([targetSystemsPath], () => navigate(paths.targets));
  return (
    <>
      <Button variant="secondary" isDanger onClick={() => setAsking(true)}>
        {say("target.remove")}
      </Button>
      {isAsking ? (
        <FormDialog
          title={say("target.removeOf", { id })}
          explained={say("target.removeExplained")}
          action={say("target.remove")}
          isDanger
          isPending={isPending}
          error={error}
          close={() => setAsking(false)}
          send={() => mutate(call("DELETE targetSystems()", { key: id }))}
        />
      ) : null}
    </>
  );
}
