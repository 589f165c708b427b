import { Alert, Button, Checkbox, Group, NumberInput, Select, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CompanyPick } from '#features/companies/web/CompanyPick.tsx'
import { type AgreedDays as Agreed, revisits } from '#features/revisits/contract.ts'
import { agreedPriorities, type Step } from '#features/revisits/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import stacked from '#kit/web/stacked-table.module.css'
import { platformOf, platforms } from '#platforms/all.ts'
import { countText } from '#vocabulary/numbers.ts'
import { steps, texts } from './texts.ts'

const queryKey = ['revisits', 'agreed-days'] as const

/** The days agreed with all companies, or with one; an Admin adds and removes them. */
export function AgreedDays({ company }: { company: string | undefined }) {
  const { role } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, company],
    queryFn: ({ signal }) => call(revisits.agreedDays, { company }, { signal }),
    retry: false,
  })
  const save = useSave()
  const [confirm, question] = useConfirm()
  const remove = async (one: Agreed) => {
    if (await confirm(texts.removal(lineOf(one)))) save.mutate({ ...one, days: null })
  }
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <section aria-label={texts.agreed}>
      <Text fw={600} size="sm" mt="md" mb={2}>
        {texts.agreed}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {texts.howAgreed}
      </Text>
      {save.error ? (
        <Alert color="red" role="alert" mb="xs">
          {sentenceOf(save.error)}
        </Alert>
      ) : null}
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data?.length === 0 ? <Text size="sm">{texts.noAgreed}</Text> : null}
      {data && data.length > 0 ? (
        <AgreedTable rows={data} remove={role === 'Admin' ? (one) => void remove(one) : undefined} />
      ) : null}
      {role === 'Admin' ? <AgreeForm save={(one) => save.mutate(one)} isSaving={save.isPending} /> : null}
      {question}
    </section>
  )
}

/** The cells of a line of the table. */
const cellsOf = ({ company, platform, step, priority, days, isBusiness }: Agreed): string[] => [
  company,
  platformOf(platform)?.title ?? platform,
  steps.find(([one]) => one === step)![1],
  priority || texts.anyPriority,
  texts.days(countText(days), days, isBusiness),
]

const lineOf = (one: Agreed): string => cellsOf(one).join(', ')

type ToSave = Omit<Agreed, 'company' | 'days'> & { days: number | null }

function useSave() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ companyId, platform, step, priority, days, isBusiness }: ToSave) =>
      call(revisits.agreeDays, { company: companyId, platform, step, priority, days, isBusiness }),
    onSuccess: async ({ message }) => {
      toastSuccess(message)
      await client.invalidateQueries({ queryKey: ['revisits'] })
    },
  })
}

function AgreedTable({ rows, remove }: { rows: readonly Agreed[]; remove: ((one: Agreed) => void) | undefined }) {
  return (
    <Table.ScrollContainer
      minWidth={560}
      maxHeight={320}
      type="native"
      tabIndex={0}
      role="group"
      aria-label={texts.agreed}
    >
      <Table aria-label={texts.agreed} verticalSpacing={4} fz="sm" stickyHeader className={stacked['stacked']!}>
        <Table.Thead>
          <Table.Tr>
            {texts.agreedColumns.map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
            {remove ? (
              <Table.Th>
                <span className="visually-hidden">{texts.removeAgreed}</span>
              </Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((one) => (
            <Table.Tr key={`${one.companyId} ${one.platform} ${one.step} ${one.priority}`} data-agreed>
              {cellsOf(one).map((cell, index) => (
                <Table.Td key={texts.agreedColumns[index]} data-head={texts.agreedColumns[index]}>
                  {cell}
                </Table.Td>
              ))}
              {remove ? (
                <Table.Td ta="right">
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`${texts.removeAgreed} ${lineOf(one)}`}
                    onClick={() => remove(one)}
                  >
                    {texts.removeAgreed}
                  </Button>
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function AgreeForm({ save, isSaving }: { save: (one: ToSave) => void; isSaving: boolean }) {
  const [company, setCompany] = useState<{ id: string; name: string }>()
  const [platform, setPlatform] = useState<string>(platforms[0]!.value)
  const [step, setStep] = useState<Step>('notice')
  const [priority, setPriority] = useState<Agreed['priority']>('')
  const [days, setDays] = useState<string | number>(2)
  const [isBusiness, setBusiness] = useState(false)
  const isWhole = typeof days === 'number' && days >= 1 && days <= 365
  return (
    <Group gap="xs" mt="xs" align="flex-end">
      <CompanyPick chosen={company} choose={setCompany} appearance={{ size: 'xs', w: 200 }} />
      <Select
        size="xs"
        label="Platform"
        data={platforms.map(({ value, title }) => ({ value, label: title }))}
        value={platform}
        onChange={(next) => next && setPlatform(next)}
      />
      <Select
        size="xs"
        label="Step"
        data={steps.map(([value, label]) => ({ value, label }))}
        value={step}
        onChange={(next) => next && setStep(next as Step)}
      />
      <Select
        size="xs"
        label="Priority"
        data={agreedPriorities.map((value) => ({ value, label: value || texts.anyPriority }))}
        value={priority}
        onChange={(next) => setPriority((next ?? '') as Agreed['priority'])}
      />
      <NumberInput
        size="xs"
        label="Days"
        w={80}
        min={1}
        max={365}
        allowDecimal={false}
        value={days}
        onChange={setDays}
      />
      <Checkbox
        size="xs"
        mb={8}
        label={texts.business}
        checked={isBusiness}
        onChange={(event) => setBusiness(event.currentTarget.checked)}
      />
      <Button
        size="xs"
        disabled={!company || !isWhole}
        loading={isSaving}
        onClick={() =>
          company && isWhole && save({ companyId: company.id, platform, step, priority, days, isBusiness })
        }
      >
        {texts.agree}
      </Button>
    </Group>
  )
}
