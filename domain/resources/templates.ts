import type { FormField } from "../catalogue/form-fields.ts";
import { idMaxCharacters, linkMaxCharacters } from "../limits.ts";
import { templateNameMaxCharacters } from "../template-limits.ts";
import type { TemplateOperation } from "../templates/fill-template.ts";
import { flag, guid, json, text, time } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Templates of requests: operations with values from a form and from the profile of the recipient. */
export const templates = resource("templates", {
  class: "shared",
  holds: "configuration",
  knownBy: ["name"],
  key: "key",
  entity: { type: "Template", key: "templateKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the template."),
    name: text(templateNameMaxCharacters)
      .given()
      .format("filled")
      .searched()
      .ordered()
      .policy()
      .shown("Name of the template, which the catalog shows."),
    description: text(400).initially("").given().searched().shown("Display name: what the template gives, in words."),
    helpUrl: text(linkMaxCharacters)
      .optional()
      .given()
      .format("webAddress")
      .label("Help")
      .shown("Address of a help page; null if none."),
    enabled: flag(true).given().policy().shown("True if the template can be used; true by default."),
    usableBy: text()
      .optional()
      .given()
      .format("filled")
      .atMost(idMaxCharacters)
      .policy()
      .label("Usable by")
      .shown("User class of the requesters; null for everyone who may submit requests for the recipient."),
    recipients: text()
      .optional()
      .given()
      .format("filled")
      .atMost(idMaxCharacters)
      .label("Recipients")
      .shown("User class of the recipients; null for everyone."),
    operations: json<readonly TemplateOperation[]>()
      .given()
      .label("Operations")
      .shown(
        "Operations that the template requests. Texts of attributes and forms may hold {form.name} for a value of the form and {profile.name} for an attribute of the recipient's profile; a brace that is no placeholder is written twice.",
      ),
    formFields: json<readonly FormField[]>()
      .initially([])
      .given()
      .label("Form")
      .shown("Fields of the form that the requester fills in, in order; empty if there is none."),
    authorizationPhases: json()
      .elsewhere()
      .shown("Approval phases of the template, which come before those of what it requests."),
    createdAt: time().label("Added").shown("Time at which the template was added."),
  },
  relations: { batches: many("requestBatches", "templateKey") },
  indexes: [index("name", "key")],
  policies: { template: {} },
});
