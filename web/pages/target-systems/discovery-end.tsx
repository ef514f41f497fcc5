import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { operationsPath } from "../../api/operations.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";

/** An action that cancels a discovery while it lists the target system. */
export function DiscoveryEnd({ operationKey }: { readonly operationKey: string }) {
  const say = useText();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useChanging([operationsPath]);
  if (!may("operations_post_abort")) return null;
  const close = () => {
    setAsking(false);
    reset();
  };
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {say("discovery.abort")}
      </Button>
      {isAsking ? (
        <FormDialog
          title={say("discovery.abort")}
          explained={say("discovery.endExplained")}
          action={say("discovery.abort")}
          isPending={isPending}
          error={error}
          close={close}
          send={() => mutate(call("POST operations()/abort", { key: operationKey }), { onSuccess: close })}
        />
      ) : null}
    </div>
  );
}
