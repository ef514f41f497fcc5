import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { samlProviders } from "../../api/declared/saml-providers.ts";
import type { SamlProvider } from "../../api/model.ts";
import { samlProvidersPath } from "../../api/saml-providers.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { CertificatesField } from "./certificates-field.tsx";
import { sentProvider } from "./sent-provider.ts";

/** A dialog that adds an identity provider. */
export function AddProviderDialog({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const { fields, isWhole, body } = useDeclaredForm(samlProviders);
  const { mutate, isPending, error } = useChanging<SamlProvider>([samlProvidersPath]);
  return (
    <FormDialog
      title={say("samlProviders.add")}
      action={say("samlProviders.add")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call("POST samlProviders", { body: sentProvider(body<"POST samlProviders">()) }), {
          onSuccess: (added) => void navigate(paths.samlProvider(added.id)),
        })
      }
    >
      <DeclaredFields {...fields} error={error} own={{ certificates: (field) => <CertificatesField {...field} /> }} />
    </FormDialog>
  );
}
