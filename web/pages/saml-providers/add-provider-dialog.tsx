import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { SamlProvider } from "../../api/model.ts";
import { samlProvidersPath } from "../../api/saml-providers.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ProviderFields } from "./provider-fields.tsx";
import { newProvider, sentProvider } from "./sent-provider.ts";

/** A dialog that adds an identity provider. */
export function AddProviderDialog({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const [entered, setEntered] = useState(newProvider);
  const { mutate, isPending, error } = useChanging<SamlProvider>([samlProvidersPath]);
  const { id, entryPoint, issuer } = entered;
  return (
    <FormDialog
      title={say("samlProviders.add")}
      action={say("samlProviders.add")}
      isReady={[id, entryPoint, issuer].every((text) => text.trim() !== "")}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call("POST samlProviders", { body: sentProvider(entered) }), {
          onSuccess: (added) => void navigate(paths.samlProvider(added.id)),
        })
      }
    >
      <ProviderFields
        entered={entered}
        isNew
        faults={faultsIn(error)}
        change={(changed) => setEntered({ ...entered, ...changed })}
      />
    </FormDialog>
  );
}
