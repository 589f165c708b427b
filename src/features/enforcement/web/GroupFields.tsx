import {
  Badge,
  Box,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { MissingItems } from '#features/notices/web/MissingItems.tsx'
import { lackingPictures } from '#features/notices/web/slots.ts'
import { NoticeEmail } from '#features/enforcement-config/web/NoticeEmail.tsx'
import { enforcement } from '#features/enforcement/contract.ts'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { largestList } from '#features/enforcement/rules.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { addressOptions } from './address-options.ts'
import { DeskKind } from './DeskKind.tsx'
import { DeskScores } from './DeskScores.tsx'
import { GroupFindings } from './GroupFindings.tsx'
import type { SendPreview } from './SendReview.tsx'
import { texts } from './texts.ts'
import type { GroupValues } from './use-send-groups.ts'

type Props = {
  n: number
  platform: FindingPlatformDefinition
  group: SendGroup
  values: GroupValues
  date: string
  errors: Readonly<Record<string, string>>
  /** An Admin's reason lets incomplete notices go. */
  override: { may: boolean; isGiven: boolean }
  set: (values: Partial<GroupValues>) => void
  /** Reads again what the findings of the groups lack. */
  check: () => void
}

/** One recipient: its desk, address and host values, what contradicts the registry, and the first email. */
export function GroupFields({ n, platform, group, values, date, errors, override, set, check }: Props) {
  const { desk } = group
  // Without an address its findings have to be seen: each is reported through the form.
  const [isOpen, setOpen] = useState(desk?.email === null && desk.form !== null)
  const name = desk?.name ?? texts.noDesk
  const error = (field: string) => errors[`${n}.${field}`]
  const isWrong = hostValues.some(([field]) => error(field))
  return (
    <Paper withBorder p="sm" role="group" aria-label={name} data-send-group={n}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Checkbox
          checked={!values.isLeftOut}
          onChange={(event) => set({ isLeftOut: !event.currentTarget.checked })}
          label={
            <Group gap={6}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              {desk ? (
                <Badge size="xs" variant="default">
                  {texts.desks[desk.kind]}
                </Badge>
              ) : null}
            </Group>
          }
        />
        <Group gap={6}>
          <Text size="sm">{texts.groupCount(group.recordIds.length)}</Text>
          <Count n={group.mismatched} text={texts.mismatched} />
          <Count n={group.unapproved} text={texts.unapprovedCount} />
          <Count n={group.incomplete} text={texts.incomplete} />
          <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Details
          </Button>
        </Group>
      </Group>
      {desk && !desk.acts ? (
        <Text size="xs" mb={6}>
          {texts.doesNotAct}
        </Text>
      ) : null}
      <MissingItems missing={group.lacking} errors={{}} mayOverride={override.may} />
      {group.lacking.some(({ lack }) => lack === 'evidence') ? (
        <lackingPictures.Outlet platform={platform.value} ids={group.recordIds} check={check} />
      ) : null}
      <Recipient group={group} values={values} set={set} error={error('abuseEmail')} />
      {group.recordIds.length > 1 ? <AsList group={group} values={values} set={set} /> : null}
      {/* Not faded in: a field with an error gets the focus at once. */}
      <Box hidden={!isOpen && !isWrong}>
        <HostValues values={values} set={set} error={error} />
        {desk?.email || desk?.form ? <DeskScores scores={group.scores} /> : null}
        <GroupFindings platform={platform} group={group} values={values} date={date} isOverridden={override.isGiven} />
        <FirstEmail platform={platform} group={group} values={values} date={date} />
      </Box>
    </Paper>
  )
}

const hostValues = [
  ['registrar', 'Registrar'],
  ['ipAddress', 'IP Address'],
  ['hosting', 'Hosting'],
] as const

type HostValuesProps = Pick<Props, 'values' | 'set'> & { error: (field: string) => string | undefined }

/** What replaces the values of every finding of the group; empty: each has its own. */
function HostValues({ values, set, error }: HostValuesProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" mt="xs">
      {hostValues.map(([field, label]) => (
        <TextInput
          key={field}
          label={label}
          placeholder={texts.eachOwn}
          maxLength={255}
          value={values[field]}
          error={error(field)}
          onChange={(event) => set({ [field]: event.currentTarget.value })}
        />
      ))}
    </SimpleGrid>
  )
}

function Count({ n, text }: { n: number; text: (n: number) => string }) {
  if (n === 0) return null
  return (
    <Badge size="sm" variant="outline" color="var(--warn)" tt="none">
      {text(n)}
    </Badge>
  )
}

type RecipientProps = Pick<Props, 'group' | 'values' | 'set'> & { error: string | undefined }

function Recipient({ group: { desk, others }, values, set, error }: RecipientProps) {
  const desks = [...(desk ? [desk] : []), ...others]
  const source = desks.find(({ email }) => email === values.email)?.source
  return (
    <SimpleGrid cols={{ base: 1, sm: values.isByHand ? 2 : 1 }} spacing="xs">
      <Select
        label="Abuse Email"
        placeholder={desk?.form && !desk.email ? texts.takesForm : 'Required for sending'}
        description={source}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        disabled={values.isLeftOut}
        data={addressOptions(desks)}
        value={values.isByHand ? texts.other : values.email || null}
        error={values.isByHand ? undefined : error}
        onChange={(chosen) =>
          set(
            chosen === texts.other
              ? { isByHand: true, email: '' }
              : { isByHand: false, email: chosen ?? '', deskKind: '' },
          )
        }
      />
      {values.isByHand ? (
        <TextInput
          type="email"
          label="Other Abuse Email"
          required
          maxLength={254}
          disabled={values.isLeftOut}
          value={values.email}
          error={error}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
      ) : null}
      {values.isByHand ? (
        <DeskKind value={values.deskKind} set={(deskKind) => set({ deskKind })} isDisabled={values.isLeftOut} />
      ) : null}
    </SimpleGrid>
  )
}

/** Whether the desk gets one email with a list, and up to how many findings it may have. */
function AsList({ group, values, set }: Pick<Props, 'group' | 'values' | 'set'>) {
  const { perEmail, isLeftOut } = values
  // What is typed may be no such number yet: 12 begins with a 1.
  const [typed, setTyped] = useState<string | number>()
  return (
    <Group gap="xs" mt="xs" align="center">
      <Checkbox
        size="sm"
        label={texts.asList}
        disabled={isLeftOut}
        checked={perEmail !== null}
        onChange={(event) => set({ perEmail: event.currentTarget.checked ? (group.perEmail ?? largestList) : null })}
      />
      {perEmail === null ? null : (
        <>
          <NumberInput
            size="xs"
            w={72}
            aria-label={texts.perEmail}
            min={2}
            max={largestList}
            allowDecimal={false}
            disabled={isLeftOut}
            value={typed ?? perEmail}
            onChange={(next) => {
              setTyped(next)
              if (typeof next === 'number' && next >= 2 && next <= largestList) set({ perEmail: next })
            }}
            onBlur={() => setTyped(undefined)}
          />
          <Text size="sm" c="dimmed">
            {texts.inEmails(Math.ceil(group.recordIds.length / perEmail))}
          </Text>
        </>
      )}
    </Group>
  )
}

function FirstEmail({ platform, group, values, date }: Pick<Props, 'platform' | 'group' | 'values' | 'date'>) {
  const [preview, setPreview] = useState<SendPreview>()
  const [isLoading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    try {
      const { email: abusiveEmailId, deskKind, registrar, ipAddress, hosting } = values
      const whose = deskKind === '' ? {} : { deskKind }
      const facts = { registrar, ipAddress, hosting, date, abusiveEmailId, ...whose }
      setPreview(
        await call(enforcement.preview, {
          ...facts,
          platform: platform.value,
          id: group.recordIds[0]!,
          listedIds: values.perEmail === null ? [] : group.recordIds.slice(1, values.perEmail),
          isBulk: true,
          isByForm: abusiveEmailId === '',
        }),
      )
    } catch (error) {
      toastError(sentenceOf(error))
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <Button size="compact-xs" variant="default" mt="xs" loading={isLoading} onClick={() => void load()}>
        {texts.previewFirst}
      </Button>
      {preview ? <NoticeEmail notice={preview} /> : null}
    </>
  )
}
