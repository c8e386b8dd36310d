export interface DocumentFields {
  path: string;
  title: string;
  laboratory: string | null;
  accreditation_number: string | null;
  tested_on: string | null;
  sha256: string;
}

/** As `correct-batch` takes it. */
export const toCorrectedDocument = ({
  accreditation_number,
  tested_on,
  ...each
}: DocumentFields) => ({
  path: each.path,
  title: each.title,
  laboratory: each.laboratory,
  accreditationNumber: accreditation_number,
  testedOn: tested_on,
  sha256: each.sha256,
});

/** As passports have it. */
export function toPassportDocument(document: DocumentFields) {
  const { path: _, ...said } = toCorrectedDocument(document);
  return { ...said, url: '' };
}

/** Whether both are one file with the same facts. */
export function isSameDocument(one: DocumentFields, other: DocumentFields): boolean {
  const [first, second] = [one, other].map((each) => JSON.stringify(toCorrectedDocument(each)));
  return first === second;
}
