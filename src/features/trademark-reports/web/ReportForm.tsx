import { Button, Group, Select, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBrand } from '#features/brands/web/BrandPick.tsx'
import { findBrands, perPage } from '#features/brands/web/lookups.ts'
import { startingScope } from '#features/brands/web/remembered-scope.ts'
import { useCompany } from '#features/companies/web/CompanyPick.tsx'
import { findCompanies } from '#features/companies/web/lookups.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { useOwnEmail } from '#features/tool-jobs/web/use-own-email.ts'
import { trademarkReports } from '#features/trademark-reports/contract.ts'
import {
  availablePlatforms,
  availableWebsites,
  linesOf,
  typesFor,
  type Website,
  websites,
} from '#features/trademark-reports/rules.ts'
import { isRequired } from '#kit/contract/texts.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { MissingFields } from '#kit/web/MissingFields.tsx'
import { previousOf } from '#kit/web/previous-of.ts'
import { type Picked, SearchPick } from '#kit/web/SearchPick.tsx'
import { refusable } from '#kit/web/refusable.ts'
import { useFirstError } from '#kit/web/use-first-error.ts'
import classes from './Reports.module.css'
import { texts } from './texts.ts'
import { platformTitles } from '#vocabulary/platform-names.ts'

type Form = {
  company: Picked | undefined
  /** The brand's name. */
  brand: string | null
  platform: string | null
  website: Website | null
  type: string | null
  links: string
}
/** A platform and a website are chosen where only one is available. */
const empty: Form = {
  company: undefined,
  brand: null,
  platform: onlyOne(availablePlatforms),
  website: onlyOne(availableWebsites),
  type: null,
  links: '',
}
type Errors = Readonly<Record<string, string>>
type Props = { isOff: boolean; isFiled: boolean; reload: () => void }

function onlyOne<One>(available: readonly One[]): One | null {
  return available.length === 1 ? available[0]! : null
}

/** The form; until they are chosen here, company and brand are those that the person works on in other screens. */
function useReportForm(userId: string) {
  const [scope] = useState(() => startingScope(userId, {}))
  const company = useCompany(scope.companyId)
  const brand = useBrand(scope.brandId)
  const [entered, setEntered] = useState<Partial<Form>>({})
  const chosen = { company, brand: brand?.status ? brand.brandName : null }
  return [{ ...empty, ...chosen, ...entered }, setEntered] as const
}

/** The form of a report; websites and platforms that are not available can be seen but not chosen (S-185). */
export function ReportForm({ isOff, isFiled, reload }: Props) {
  const { user } = useSession()
  const email = useOwnEmail(texts.emailFailed)
  const [form, setEntered] = useReportForm(user?.id ?? '')
  const [errors, setErrors] = useState<Errors>({})
  const [missing, setMissing] = useState<readonly string[]>([])
  const element = useFirstError(errors)
  const change = (part: Partial<Form>) => {
    setEntered((now) => ({ ...now, ...part }))
    setErrors({})
    setMissing([])
  }
  const submit = useMutation({
    mutationFn: (sent: Form) =>
      call(trademarkReports.submit, bodyOf(sent, email), { headers: { 'x-user': user?.id ?? '' } }),
    onSuccess: ({ message }, sent) => {
      toastSuccess(message)
      // Links entered for the next report while this one was sent stay.
      setEntered((now) => (now.links === sent.links ? { ...now, links: '' } : now))
    },
    onError: (problem) => {
      setErrors(problem instanceof CallFailed ? problem.fields : {})
      toastError(texts.submitFailed, { cause: problem })
    },
    onSettled: reload,
  })
  return (
    <form
      ref={element}
      noValidate
      className={classes['form']}
      aria-label={texts.formTitle}
      onSubmit={(event) => {
        event.preventDefault()
        const fields = missingIn(form)
        setErrors(Object.fromEntries(fields.map(({ field, label }) => [field, isRequired(label)])))
        setMissing(fields.map(({ label }) => label))
        if (fields.length === 0) submit.mutate(form)
      }}
    >
      <Title order={2} size="h4">
        {texts.formTitle}
      </Title>
      <div className={classes['fields']}>
        <Scope form={form} change={change} errors={errors} />
        <Target form={form} change={change} errors={errors} />
        <TextInput label={texts.email} value={email} readOnly />
      </div>
      <Links text={form.links} error={errors['infringingMaterial']} change={(links) => change({ links })} />
      {errors['browser'] ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errors['browser']}
        </Text>
      ) : null}
      <Text size="sm" c="dimmed">
        {isFiled ? texts.filed : texts.notFiled}
      </Text>
      <Group gap="sm">
        <Button type="submit" loading={submit.isPending} disabled={isOff}>
          {texts.submit}
        </Button>
        <MissingFields labels={missing} />
      </Group>
    </form>
  )
}

function bodyOf({ company, brand, platform, website, type, links }: Form, email: string) {
  return {
    company: company!.id,
    brand: (brand ?? '').toLowerCase(),
    platform: platform ?? '',
    website: website ?? '',
    infringingMaterial: linesOf(links),
    email,
    ...(type === null ? {} : { type }),
  }
}

/** The fields that are missing (S-182, S-183). */
function missingIn({ company, brand, platform, website, type, links }: Form): { field: string; label: string }[] {
  const fields: [isMissing: boolean, field: string, label: string][] = [
    [company === undefined, 'company', 'Company'],
    [brand === null, 'brand', 'Brand'],
    [platform === null, 'platform', 'Platform'],
    [website === null, 'website', 'Website'],
    [type === null && typesFor(website ?? undefined).length > 0, 'type', 'Type'],
    [linesOf(links).length === 0, 'infringingMaterial', 'Links'],
  ]
  return fields.flatMap(([isMissing, field, label]) => (isMissing ? [{ field, label }] : []))
}

type PartProps = { form: Form; change: (part: Partial<Form>) => void; errors: Errors }

/** Company, and its brand: disabled until a company is chosen (S-081). */
function Scope({ form, change, errors }: PartProps) {
  const [search, setSearch] = useState('')
  const { company, brand } = form
  const list = ['report brands', company?.id]
  const brands = useQuery({
    queryKey: [...list, search],
    queryFn: ({ signal }) => findBrands(search, { companyId: company?.id, size: perPage.brands, signal }),
    placeholderData: previousOf(list),
    enabled: company !== undefined,
  })
  useEffect(() => {
    if (brands.error) toastError(texts.brandsFailed, { cause: brands.error })
  }, [brands.error])
  const names = (brands.data?.found ?? []).map(({ brandName }) => brandName)
  return (
    <>
      <SearchPick
        label="Company"
        appearance={{ required: true }}
        chosen={company}
        choose={(one) => change({ company: one, brand: null })}
        error={errors['company']}
        find={{
          name: ['report company'],
          fetch: (text, signal) =>
            findCompanies(text, { signal }).catch((problem: unknown) => {
              if (!signal.aborted) toastError(texts.companiesFailed, { cause: problem })
              throw problem
            }),
        }}
      />
      <Select
        label={texts.brand}
        required
        placeholder={texts.brandHint}
        searchable
        {...refusable(errors['brand'])}
        disabled={company === undefined}
        data={[...new Set(brand === null ? names : [brand, ...names])]}
        value={brand}
        nothingFoundMessage="Nothing found"
        maxDropdownHeight={320}
        onSearchChange={(text) => setSearch(text === brand ? '' : text.trim())}
        onChange={(name) => change({ brand: name })}
      />
    </>
  )
}

/** Platform, website, and what is reported there. */
function Target({ form, change, errors }: PartProps) {
  const types = typesFor(form.website ?? undefined)
  return (
    <>
      <Select
        label={texts.platform}
        required
        placeholder={texts.choosePlatform}
        data={texts.platforms.map(([value, label]) => ({
          value,
          label,
          disabled: !availablePlatforms.includes(value),
        }))}
        value={form.platform}
        description={texts.onlyPlatforms(platformTitles(availablePlatforms))}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={errors['platform']}
        onChange={(platform) => change({ platform })}
      />
      <Select
        label={texts.website}
        required
        placeholder={texts.chooseWebsite}
        data={websites.map((value) => ({ value, label: value, disabled: !availableWebsites.includes(value) }))}
        value={form.website}
        description={texts.onlyWebsites(availableWebsites)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={errors['website']}
        onChange={(website) => change({ website: website as Website | null, type: null })}
      />
      {types.length > 0 ? (
        <Select
          label={texts.type}
          required
          placeholder={texts.chooseType}
          data={[...types]}
          value={form.type}
          error={errors['type']}
          onChange={(type) => change({ type })}
        />
      ) : null}
    </>
  )
}

type LinksProps = { text: string; error: string | undefined; change: (text: string) => void }

function Links({ text, error, change }: LinksProps) {
  const count = linesOf(text).length
  return (
    <Textarea
      label={texts.links}
      required
      description={count > 0 ? `${texts.linksHint} · ${texts.linkCount(count)}` : texts.linksHint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      rows={6}
      spellCheck={false}
      classNames={{ input: classes['lines']! }}
      value={text}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
