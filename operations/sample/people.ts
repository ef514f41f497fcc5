/** A person of the sample organization. */
export interface SamplePerson {
  readonly id: string;
  readonly givenName: string;
  readonly sn: string;
  readonly department: string;
  readonly title: string;
  /** ID of the manager; null for the chief executive. */
  readonly managerId: string | null;
}

/** Number of people in the sample organization. */
export const samplePeopleCount = 200;

const givenNames =
  "Ada Amir Ana Arjun Aylin Bela Bo Carla Chen Clara Dana Daniel Deniz Elena Emil Esra Fatma Felix Fiona Gita Goran Hana Hugo Ines Ivan Jana Jonas Julia Kai Karin Kofi Lara Leo Lin Luca Maja Malik Marta Mei Milan Nadia Nils Nora Omar Otto Paula Pia Rafael Ravi Rosa".split(
    " ",
  );
const familyNames =
  "Abel Baker Castro Demir Engel Fischer Gruber Haddad Ito Jansen Keller Lang Moreau Novak Okafor Peters Quinn Rossi Santos Tanaka Ueda Vogel Weber Xu Young Zeman Berg Costa Dubois Eriksen".split(
    " ",
  );

/** Departments, each with the job title of its people. */
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

/** Index of the first employee below the head of Finance. */
const employee = 13;

/** Indexes of people with a role of their own: three engineers below the head of IT, and a counsel. */
const [helper, auditor, proxyOperator, borrower] = [11, 20, 21, 31] as const;

const samplePeopleOfAll = makePeople();

/** Returns the people of the sample organization, managers before their reports; the same at every call. */
export function samplePeople(): readonly SamplePerson[] {
  return samplePeopleOfAll;
}

/** Returns the head of the department IT, the first approver. */
export function sampleApprover(): SamplePerson {
  return personAt(1);
}

/** Returns a person without any permission beyond those of everyone. */
export function sampleEmployee(): SamplePerson {
  return personAt(employee);
}

/** Returns the manager of the employee. */
export function sampleManager(): SamplePerson {
  return personAt(placeOf(employee).manager ?? 0);
}

/** Returns the members of the user class of the second approvers: security officers. */
export function sampleSecurityOfficers(): readonly SamplePerson[] {
  const officers = samplePeopleOfAll.filter(({ title }) => title === "Security officer");
  return officers.slice(0, 3);
}

/** Returns the help desk agent. */
export function sampleHelper(): SamplePerson {
  return personAt(helper);
}

/** Returns the auditor. */
export function sampleAuditor(): SamplePerson {
  return personAt(auditor);
}

/** Returns the operator of the proxies. */
export function sampleProxyOperator(): SamplePerson {
  return personAt(proxyOperator);
}

/** Returns the person who checks out a privileged password. */
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
