/** A person of the sample organisation. */
export interface SamplePerson {
  readonly id: string;
  readonly givenName: string;
  readonly sn: string;
  readonly department: string;
  readonly title: string;
  /** The id of the manager; null for the head of all. */
  readonly managerId: string | null;
}

/** The number of people in the sample organisation. */
export const samplePeopleCount = 200;

const givenNames =
  "Ada Amir Ana Arjun Aylin Bela Bo Carla Chen Clara Dana Daniel Deniz Elena Emil Esra Fatma Felix Fiona Gita Goran Hana Hugo Ines Ivan Jana Jonas Julia Kai Karin Kofi Lara Leo Lin Luca Maja Malik Marta Mei Milan Nadia Nils Nora Omar Otto Paula Pia Rafael Ravi Rosa".split(
    " ",
  );
const familyNames =
  "Abel Baker Castro Demir Engel Fischer Gruber Haddad Ito Jansen Keller Lang Moreau Novak Okafor Peters Quinn Rossi Santos Tanaka Ueda Vogel Weber Xu Young Zeman Berg Costa Dubois Eriksen".split(
    " ",
  );

/** The departments, each with the title of its people. */
const departments = [
  ["IT", "Engineer"],
  ["Security", "Security officer"],
  ["Finance", "Accountant"],
  ["Human Resources", "Partner"],
  ["Sales", "Consultant"],
  ["Marketing", "Editor"],
  ["Production", "Technician"],
  ["Logistics", "Planner"],
  ["Research", "Scientist"],
  ["Legal", "Counsel"],
] as const;

/** The third one below the head of Finance. */
const employee = 13;

/** Who has a role of their own: three engineers below the head of IT, and a counsel. */
const [helper, auditor, proxyOperator, borrower] = [11, 20, 21, 31] as const;

const samplePeopleOfAll = makePeople();

/** The people of the sample organisation, managers before those whom they manage; the same at every call. */
export function samplePeople(): readonly SamplePerson[] {
  return samplePeopleOfAll;
}

/** The head of the department IT, who authorizes first. */
export function sampleApprover(): SamplePerson {
  return personAt(1);
}

/** Somebody without any right beside those that everybody has. */
export function sampleEmployee(): SamplePerson {
  return personAt(employee);
}

/** Who manages them. */
export function sampleManager(): SamplePerson {
  return personAt(placeOf(employee).manager ?? 0);
}

/** The people of the user class that authorizes second: security officers. */
export function sampleSecurityOfficers(): readonly SamplePerson[] {
  const officers = samplePeopleOfAll.filter(({ title }) => title === "Security officer");
  return officers.slice(0, 3);
}

/** Who helps others on the telephone. */
export function sampleHelper(): SamplePerson {
  return personAt(helper);
}

/** Who audits. */
export function sampleAuditor(): SamplePerson {
  return personAt(auditor);
}

/** Who runs the proxies. */
export function sampleProxyOperator(): SamplePerson {
  return personAt(proxyOperator);
}

/** Who borrows a privileged password. */
export function sampleBorrower(): SamplePerson {
  return personAt(borrower);
}

function personAt(index: number): SamplePerson {
  const person = samplePeopleOfAll[index];
  if (!person) throw new RangeError(`the sample organisation has no person ${index}`);
  return person;
}

// Each round through the given names begins one family name further, so no full name occurs twice.
function makePeople(): SamplePerson[] {
  const people: SamplePerson[] = [];
  for (let index = 0; index < samplePeopleCount; index += 1) {
    const givenName = givenNames[index % givenNames.length] ?? "";
    const sn = familyNames[(index * 7 + Math.floor(index / givenNames.length)) % familyNames.length] ?? "";
    const place = placeOf(index);
    const managerId = place.manager === null ? null : (people[place.manager]?.id ?? null);
    people.push({
      id: `${givenName}.${sn}`.toLowerCase(),
      givenName,
      sn,
      department: place.department,
      title: place.title,
      managerId,
    });
  }
  return people;
}

function placeOf(index: number): { department: string; title: string; manager: number | null } {
  if (index === 0) return { department: "Board", title: "Chief executive", manager: null };
  const number = (index - 1) % departments.length;
  const [department, title] = departments[number] ?? departments[0];
  if (index <= departments.length) return { department, title: `Head of ${department}`, manager: 0 };
  return { department, title, manager: number + 1 };
}
