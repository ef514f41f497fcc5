import { guid, integer, longText, sealed, text } from "#domain/resources/format/builders.ts";
import { passwordDeliveries as resource } from "#domain/resources/password-deliveries.ts";
import { downloadDelivery } from "#operations/mass-resets/download-delivery.ts";
import { reveal, revealDelivery } from "#operations/mass-resets/reveal-delivery.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";

const delivered = structure("DeliveredPassword", {
  targetSystemKey: text().shown("Key of the target system."),
  accountName: text().shown("Name of the account."),
  password: shownOnce("password", "The new password of the account."),
});

/** Deliveries of the generated passwords of mass resets, each read once by its reader. */
export const passwordDeliveries = resourceSet(resource, {
  actions: {
    download: action(downloadDelivery, {
      givesSecret: true,
      parameters: {
        publicKey: longText()
          .optional()
          .shown("Public key of the reader, PEM (also a certificate) or JWK; null to seal by a passphrase."),
        passphrase: sealed().optional().shown("Passphrase by which the file is opened; null to seal to a public key."),
      },
      result: structure("DownloadedPasswords", {
        key: guid().shown("Key of the delivery."),
        fileName: text().shown("Name for the file."),
        file: longText().shown("The file: JSON with the sealed passwords, which 'gatehouse mass-reset open' opens."),
        accounts: integer().shown("Number of passwords in the file."),
      }),
    }),
    reveal: {
      ...action(revealDelivery, {
        givesSecret: true,
        parameters: { code: sealed().shown("Code of the authenticator app, or a recovery code.") },
        result: structure("RevealedPasswords", {
          key: guid().shown("Key of the delivery."),
          passwords: { type: delivered, collection: true, description: "The new passwords, shown this once." },
        }),
      }),
      run: reveal,
    },
  },
  ways: { user: { linked: "people" } },
});
