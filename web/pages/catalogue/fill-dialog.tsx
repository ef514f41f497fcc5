import { useMutation } from "@tanstack/react-query";

import { bodyMaxBytes } from "#domain/limits.ts";

import { askOnce, call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { CatalogueChanges } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { FieldFrame, tiedTo } from "../../components/field-frame.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { type UploadedText, uploadedText } from "../../forms/uploaded-text.ts";
import { useText } from "../../messages/text.ts";
import { ChangedItems } from "./changed-items.tsx";
import { ChangeCounts, ChangesPlan } from "./changes-plan.tsx";

const nothing: CatalogueChanges = { written: false, selected: 0, changed: 0, changes: [], faults: [] };

/** A dialog that fills in details of catalog items from a file, after a dry run that shows each change. */
export function FillDialog({ close }: { close(): void }) {
  const say = useText();
  const trial = useMutation({ mutationFn: tried, gcTime: 0 });
  const filling = useChanging<CatalogueChanges>([pathOf("catalogueItems")]);
  const plan = filling.data ?? trial.data?.plan ?? nothing;
  if (plan.written) return <ChangedItems title={say("catalogue.fill")} done={plan} close={close} />;
  const choose = (file: File | undefined) => {
    filling.reset();
    if (file === undefined) trial.reset();
    else trial.mutate(file);
  };
  return (
    <FormDialog
      title={say("catalogue.fill")}
      explained={say("catalogue.fillExplained")}
      action={say("catalogue.take", { count: plan.changed })}
      isReady={plan.faults.length === 0 && plan.changed > 0}
      isPending={trial.isPending || filling.isPending}
      isWide
      error={filling.error ?? trial.error}
      send={() => filling.mutate(call("POST catalogueItems/fill", { body: { text: trial.data?.text ?? "" } }))}
      close={close}
    >
      <FileField uploaded={trial.data} choose={choose} />
      <p role="status">{plan === nothing ? "" : <ChangeCounts plan={plan} />}</p>
      <ChangesPlan plan={plan} />
    </FormDialog>
  );
}

interface FileFieldProps {
  readonly uploaded: UploadedText | undefined;
  choose(file: File | undefined): void;
}

function FileField({ uploaded, choose }: FileFieldProps) {
  const say = useText();
  const fault =
    uploaded?.unfit === undefined
      ? undefined
      : uploaded.unfit === "tooLarge"
        ? say("catalogue.tooLarge", { mebibytes: bodyMaxBytes / 1024 ** 2 })
        : say("catalogue.notUtf8", { line: uploaded.line });
  const told = { id: "details-file", help: say("catalogue.fileHelp"), fault };
  const { validated, ...tied } = tiedTo(told);
  return (
    <FieldFrame {...told} label={say("catalogue.file")} isRequired>
      <input
        {...tied}
        type="file"
        accept=".csv,text/csv"
        required
        aria-invalid={validated === "error"}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
    </FieldFrame>
  );
}

/** Text of a file with its dry run, or the reason why the file is not sent. */
type Tried = UploadedText & { readonly plan?: CatalogueChanges };

async function tried(file: File): Promise<Tried> {
  const uploaded = await uploadedText(file, (text) => ({ text }));
  if (uploaded.unfit !== undefined) return uploaded;
  const plan = await askOnce(call("POST catalogueItems/trialFill", { body: { text: uploaded.text } }));
  return { ...uploaded, plan };
}
