import { Button, FormGroup, Radio } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { filePassphraseMinCharacters } from "#domain/sealed-file-limits.ts";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { deliveriesPath } from "../../api/mass-resets.ts";
import type { DownloadedPasswords, PasswordDelivery } from "../../api/model.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { TextField } from "../../components/text-field.tsx";
import { fieldFault } from "../../forms/text-faults.ts";
import { useText } from "../../messages/text.ts";
import { saveFile } from "../../table/csv-file.ts";
import { generatedPassphrase } from "./generated-passphrase.ts";

interface DownloadDialogProps {
  readonly delivery: PasswordDelivery;
  close(): void;
}

const ways = ["passphrase", "publicKey"] as const;

/** A dialog that downloads the passwords of a mass reset once, in a file sealed by a passphrase or to a public key. */
export function DownloadDialog({ delivery: { key, accounts }, close }: DownloadDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const [way, setWay] = useState<(typeof ways)[number]>("passphrase");
  const [passphrase, setPassphrase] = useState("");
  const [publicKey, setPublicKey] = useState("");
  const downloading = useMutation<DownloadedPasswords>({
    mutationFn: async () => {
      const body = way === "passphrase" ? { passphrase } : { publicKey };
      // The file is given once, so the call is not repeated.
      const downloaded = await askOnce(call("POST passwordDeliveries()/download", { key, body }));
      saveFile(downloaded.fileName, downloaded.file, "application/json");
      return downloaded;
    },
    gcTime: 0,
    onSettled: () => readAnew(client, deliveriesPath),
  });
  const { data, error, isPending, mutate } = downloading;
  const title = say("massReset.downloadTitle");
  if (data !== undefined)
    return (
      <Dialog title={title} footer={<Button onClick={close}>{say("action.close")}</Button>} close={close}>
        <Notice kind="success" title={say("massReset.downloaded", { count: data.accounts })}>
          <p>{say("massReset.openBy")}</p>
          <code>{`gatehouse mass-reset open ${data.fileName}${way === "passphrase" ? "" : " --key KEY"}`}</code>
        </Notice>
        {way === "passphrase" ? <SecretShownOnce secret={passphrase} label={say("massReset.passphrase")} /> : null}
      </Dialog>
    );
  const isReady =
    way === "passphrase" ? passphrase.trim().length >= filePassphraseMinCharacters : publicKey.trim() !== "";
  return (
    <FormDialog
      title={title}
      explained={say("massReset.downloadExplained", { count: accounts })}
      action={say("massReset.download")}
      isReady={isReady}
      isPending={isPending}
      error={error}
      send={() => mutate()}
      close={close}
    >
      <FormGroup role="radiogroup" isStack label={say("massReset.sealedBy")}>
        {ways.map((one) => (
          <Radio
            key={one}
            id={`sealed-by-${one}`}
            name="sealed-by"
            label={say(`massReset.sealedBy.${one}`)}
            isChecked={way === one}
            onChange={() => setWay(one)}
          />
        ))}
      </FormGroup>
      {way === "passphrase" ? (
        <>
          <TextField
            id="download-passphrase"
            label={say("massReset.passphrase")}
            help={say("massReset.passphraseHelp", { count: filePassphraseMinCharacters })}
            fault={fieldFault(error, "passphrase", say)}
            isRequired
            value={passphrase}
            change={setPassphrase}
          />
          <Button variant="secondary" onClick={() => setPassphrase(generatedPassphrase())}>
            {say("massReset.generate")}
          </Button>
        </>
      ) : (
        <TextField
          id="download-key"
          label={say("massReset.publicKey")}
          help={say("massReset.publicKeyHelp")}
          fault={fieldFault(error, "publicKey", say)}
          isRequired
          rows={6}
          value={publicKey}
          change={setPublicKey}
        />
      )}
    </FormDialog>
  );
}
