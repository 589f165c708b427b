/** An abuse desk that can be asked about a finding, with one address or its web form. */
export type Desk = {
  kind: 'platform' | 'registrar' | 'host'
  name: string
  /** Null: it takes reports by its form only, or no address is known. */
  email: string | null
  form: string | null
  /** Where the address or form comes from; empty when neither is known. */
  source: string
  bounced: boolean
  /** It passes reports on to the host behind it and names that host, which is the next to write to. */
  isCdn: boolean
  /** It acts on this kind of harm. */
  acts: boolean
}
