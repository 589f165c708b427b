import type { DeskForm } from '#features/contacts/contract.ts'
import { type DeskFormKind, wordsOf } from '#features/contacts/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { domainOfEmail } from '#vocabulary/addresses.ts'
import { harmOf } from '#vocabulary/harm-kinds.ts'
import { usedDeskForms } from './desk-form-queries.ts'

/** A registrar or host by its name, and the reason code of a finding. */
type DeskToFind = { kind: 'registrar' | 'host'; name: string; reasonCode: string | null }

/** A desk's form. */
export type FormOfDesk = DeskForm & { form: string }

/** The table of report forms as read once; only forms that are in use. */
export type DeskForms = {
  /** The form of a desk that serves the kind of harm: one for few kinds before one for many. */
  of: (desk: DeskToFind) => FormOfDesk | undefined
  /** The content delivery network that a host's name stands for: it passes reports on, and names the host behind it. */
  cdnNamed: (host: string) => DeskForm | undefined
  /** Whether the holder of an address is a content delivery network in front of a host that is known by name. */
  isInFront: (holder: string | null | undefined, host: string | null) => boolean
  /** The form of the desk to which an address belongs, if it takes no email about the kind of harm. */
  insteadOf: (email: string, reasonCode: string | null) => FormOfDesk | undefined
  /** The desk with this form. */
  withAddress: (form: string) => FormOfDesk | undefined
}

/** Reads the table of report forms. */
export async function openDeskForms(db: Db): Promise<DeskForms> {
  const all = await usedDeskForms(db)
  const forms = all.filter(hasForm)
  const cdnNamed = (host: string) => all.find((one) => one.kind === 'cdn' && isNamed(one, host))
  return {
    of: ({ kind, name, reasonCode }) =>
      servingFirst(
        forms.filter((one) => servesAs(one.kind, kind) && isNamed(one, name)),
        reasonCode,
      )[0],
    cdnNamed,
    isInFront: (holder, host) => cdnNamed(holder ?? '') !== undefined && cdnNamed(host ?? '') === undefined,
    insteadOf: (email, reasonCode) => {
      const domain = domainOfEmail(email)
      const serving = servingFirst(
        forms.filter((one) => isNamed(one, domain)),
        reasonCode,
      )
      // One that takes email in one of its roles gets it.
      return serving.some((one) => one.takesEmail) ? undefined : serving[0]
    },
    withAddress: (form) => forms.find((one) => one.form === form),
  }
}

const hasForm = (one: DeskForm): one is FormOfDesk => one.form !== null

const servesAs = (own: DeskFormKind, wanted: 'registrar' | 'host'): boolean =>
  wanted === 'registrar' ? own === 'registrar' : own !== 'registrar'

/** Without a reason code only a form for every kind of harm is known to serve. */
const serves = ({ harms }: DeskForm, reasonCode: string | null): boolean =>
  harms.length === 0 || (reasonCode !== null && harms.includes(harmOf(reasonCode)))

/** For how many kinds of harm a form is; one for all of them is for more than any other. */
const breadth = ({ harms }: DeskForm): number => harms.length || Number.MAX_SAFE_INTEGER

/** Those that serve the kind of harm: a network in front before a host of its name, one for few kinds before one for many. */
function servingFirst(found: readonly FormOfDesk[], reasonCode: string | null): FormOfDesk[] {
  const rank = ({ kind }: DeskForm) => (kind === 'cdn' ? 0 : 1)
  return found.filter((one) => serves(one, reasonCode)).toSorted((a, b) => rank(a) - rank(b) || breadth(a) - breadth(b))
}

/** Whether a name contains one of the desk's names as whole words; registries write 'CLOUDFLARENET' for networks. */
function isNamed({ knownAs }: DeskForm, name: string): boolean {
  const words = ` ${wordsOf(name)} `
  return knownAs.some((one) => words.includes(` ${one} `) || words.includes(` ${one}net `))
}
