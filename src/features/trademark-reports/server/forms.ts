import type { Website } from '#features/trademark-reports/rules.ts'

/** What a field of a form is filled with. */
export type FormValue =
  | 'reporter'
  | 'reporterEmail'
  | 'reporterPhone'
  | 'owner'
  | 'ownerAddress'
  | 'country'
  | 'mark'
  | 'type'
  | 'links'
  | 'description'
  | 'signature'

export type FormField = {
  /** CSS; alternatives for layouts that a website shows in turn are separated by commas. */
  selector: string
  /** `choice` selects an option of a list, `tick` checks a box. */
  fill: 'text' | 'choice' | 'tick'
  /** undefined for boxes that are always checked. */
  value?: FormValue
  /** The website's words for our values. */
  options?: Readonly<Record<string, string>>
  /** What the field is called in a message. */
  label: string
  /** A form without it is filled all the same. */
  isOptional?: boolean
}

/** The trademark form of a website. */
export type TrademarkForm = {
  website: Website
  address: string
  /** Shown once the form can be filled. */
  ready: string
  fields: readonly FormField[]
  submit: string
  /** Shown once the form has arrived. */
  confirmed: string
}

/**
 * The form for pins, boards and profiles. Fields are found by what they are named and labelled; the live form has never
 * been filled from here (README).
 */
const pinterest: TrademarkForm = {
  website: 'Pinterest',
  address: 'https://www.pinterest.com/about/trademark/form/',
  ready: 'form',
  fields: [
    {
      selector: '[name="infringement_type"], [name="content_type"], [name="type"]',
      fill: 'choice',
      value: 'type',
      options: { pin: 'pin', board: 'board', profile: 'profile' },
      label: 'type of content',
      isOptional: true,
    },
    {
      selector: '[name="name"], [name="full_name"], [name="reporter_name"]',
      fill: 'text',
      value: 'reporter',
      label: 'name',
    },
    { selector: 'input[type="email"], [name="email"]', fill: 'text', value: 'reporterEmail', label: 'email address' },
    {
      selector: 'input[type="tel"], [name="phone"], [name="phone_number"]',
      fill: 'text',
      value: 'reporterPhone',
      label: 'phone number',
      isOptional: true,
    },
    {
      selector: '[name="owner"], [name="company"], [name="trademark_owner"]',
      fill: 'text',
      value: 'owner',
      label: 'trademark owner',
    },
    {
      selector: '[name="address"], [name="street_address"]',
      fill: 'text',
      value: 'ownerAddress',
      label: 'address',
      isOptional: true,
    },
    {
      selector: '[name="mark"], [name="trademark"], [name="trademark_name"]',
      fill: 'text',
      value: 'mark',
      label: 'trademark',
    },
    {
      selector: '[name="jurisdiction"], [name="country"]',
      fill: 'text',
      value: 'country',
      label: 'jurisdiction',
      isOptional: true,
    },
    {
      selector: 'textarea[name="urls"], textarea[name="links"], textarea[name="infringing_urls"]',
      fill: 'text',
      value: 'links',
      label: 'links',
    },
    {
      selector: 'textarea[name="description"], textarea[name="explanation"], textarea[name="details"]',
      fill: 'text',
      value: 'description',
      label: 'description',
    },
    { selector: '[name="good_faith"]', fill: 'tick', label: 'statement of good faith', isOptional: true },
    { selector: '[name="accuracy"], [name="perjury"]', fill: 'tick', label: 'statement of accuracy', isOptional: true },
    { selector: '[name="signature"]', fill: 'text', value: 'signature', label: 'signature', isOptional: true },
  ],
  submit: 'form button[type="submit"], form input[type="submit"]',
  confirmed: '[data-test-id="confirmation"], .confirmation, [role="status"]',
}

/** The forms that can be filled, by website. */
export const trademarkForms: Readonly<Partial<Record<Website, TrademarkForm>>> = { Pinterest: pinterest }
