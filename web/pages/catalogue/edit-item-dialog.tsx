import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call, type Tagged } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { catalogueItems } from "../../api/declared/catalogue-items.ts";
import type { CatalogueFormField, CatalogueItem } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { read } from "../../api/read.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { PersonField } from "../../forms/person-field.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { FormEditor } from "./form-editor.tsx";

interface EditItemDialogProps {
  readonly itemKey: string;
  close(): void;
}

/** A dialog that edits the details of a catalog item, which it reads first. */
export function EditItemDialog({ itemKey, close }: EditItemDialogProps) {
  const say = useText();
  const path = pathOf("catalogueItems()", itemKey);
  const { data: item, error } = useQuery({
    queryKey: [pathOf("catalogueItems"), itemKey],
    queryFn: ({ signal }) => read(path, signal),
    // The dialog edits the newest version, not one that a list has read a while ago.
    gcTime: 0,
  });
  if (item !== undefined) return <Opened item={item} close={close} />;
  return (
    <FormDialog
      title={say("catalogue.edit")}
      action={say("action.save")}
      isReady={false}
      isPending={error === null}
      error={error}
      send={close}
      close={close}
    />
  );
}

function Opened({ item, close }: { readonly item: Tagged<CatalogueItem>; close(): void }) {
  const say = useText();
  const { fields, isWhole, etag, body } = useDeclaredForm(catalogueItems, item);
  const [formFields, setFormFields] = useState<readonly CatalogueFormField[]>(item.formFields);
  const { mutate, isPending, error } = useChanging([pathOf("catalogueItems")]);
  const isOther = JSON.stringify(formFields) !== JSON.stringify(item.formFields);
  const send = () =>
    mutate(
      call("PATCH catalogueItems()", {
        key: item.key,
        body: { ...body<"PATCH catalogueItems()">(), ...(isOther && { formFields }) },
        etag,
      }),
      { onSuccess: close },
    );
  return (
    <FormDialog
      title={say("catalogue.edit")}
      of={item.name}
      action={say("action.save")}
      isReady={isWhole}
      isPending={isPending}
      isWide
      error={error}
      send={send}
      close={close}
    >
      <DeclaredFields
        {...fields}
        error={error}
        own={{ ownerKey: (field) => <PersonField {...field} person={item.owner} /> }}
      />
      {item.resourceType === "template" ? (
        <p>{say("catalogue.formOfTemplate")}</p>
      ) : (
        <FormEditor fields={formFields} faults={faultsIn(error)} change={setFormFields} />
      )}
    </FormDialog>
  );
}
