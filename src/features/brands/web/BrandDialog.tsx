import { Button, Group, Input, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type BrandRecord, brands } from '#features/brands/contract.ts'
import { CompanyPick } from '#features/companies/web/CompanyPick.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { alertRefused, recordSaved } from '#kit/web/form-outcome.ts'
import { textInput } from '#kit/web/form-inputs.ts'
import { useForm } from '#kit/web/use-form.ts'
import { AddPlatform } from './AddPlatform.tsx'
import { brandInput, brandLabels as labels, brandValues, type BrandValues, withoutPlatform } from './brand-form.ts'
import { MarksField } from './MarksField.tsx'
import { WorksField } from './WorksField.tsx'
import { PlatformTable } from './PlatformTable.tsx'
import { enabledWord } from '#vocabulary/enabled-word.ts'
import type { PlatformKey } from '#vocabulary/platform-names.ts'

type Props = {
  brand: BrandRecord | undefined
  close: () => void
  saved: (record: BrandRecord) => void
  changed: (record: BrandRecord) => void
}

/** 'Brand Details': adds a brand, or changes the given one. */
export function BrandDialog({ brand, close, saved, changed }: Props) {
  /** The platform whose dates are changed, or a new one. */
  const [platform, setPlatform] = useState<PlatformKey | 'new'>()
  const { form, removePlatform } = useBrandForm({ brand, saved, changed })
  const { values, set, errors } = form
  return (
    <>
      <FormDialog title="Brand Details" form={form} labels={labels} close={close} size="xl">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
          <CompanyPick
            chosen={values.company ?? undefined}
            choose={(company) => set('company', company ?? null)}
            error={errors['company']}
            appearance={{ required: true, isFirst: true }}
          />
          <TextInput {...textInput(form, labels, 'brandName')} required />
          <TextInput {...textInput(form, labels, 'searchTerm')} required />
          <TextInput {...textInput(form, labels, 'category')} required />
        </SimpleGrid>
        <Switch
          label={enabledWord(values.status)}
          aria-label="Status"
          checked={values.status}
          onChange={(event) => set('status', event.currentTarget.checked)}
        />
        <PlatformsField
          platforms={values.platform}
          error={errors['platform']}
          change={setPlatform}
          remove={(key) => void removePlatform(key)}
        />
        <MarksField marks={values.marks} set={(marks) => set('marks', marks)} error={errors['marks']} />
        <WorksField works={values.works} set={(works) => set('works', works)} error={errors['works']} />
      </FormDialog>
      {platform ? (
        <AddPlatform
          platforms={values.platform}
          changed={platform === 'new' ? undefined : platform}
          add={(key, watch) => set('platform', (now) => ({ ...now, [key]: watch }))}
          close={() => setPlatform(undefined)}
        />
      ) : null}
    </>
  )
}

/** The form, and what removes a platform from it. */
function useBrandForm({ brand, saved, changed }: Omit<Props, 'close'>) {
  const form = useForm<BrandValues>({
    begin: brandValues(brand),
    version: brand?.version,
    read: brandValues,
    send: (values, version) =>
      brand
        ? call(brands.edit, { ...brandInput(values), brandId: brand.id, version })
        : call(brands.add, brandInput(values)),
    onSaved: recordSaved<BrandRecord>(saved),
    onRefused: alertRefused,
  })

  /** A stored platform is removed on the server at once; an unsaved one only from the form. */
  const removePlatform = async (key: string) => {
    if (!brand || !isStored(brand, key)) return form.set('platform', withoutPlatform(form.values, key).platform)
    try {
      const { message, data } = await call(brands.removePlatform, { brandId: brand.id, platform: key })
      form.applied((now) => withoutPlatform(now, key), data)
      toastSuccess(message)
      return changed(data)
    } catch (error) {
      return toastError(sentenceOf(error))
    }
  }
  return { form, removePlatform }
}

type PlatformsFieldProps = {
  platforms: BrandValues['platform']
  error: string | undefined
  /** Opens the dates of a platform, or the choice of a new one. */
  change: (platform: PlatformKey | 'new') => void
  remove: (platform: PlatformKey) => void
}

/** The platforms of the brand with their dates. */
function PlatformsField({ platforms, error, change, remove }: PlatformsFieldProps) {
  return (
    <>
      <Input.Wrapper label={labels.platform} error={error} labelElement="div">
        {Object.keys(platforms).length > 0 ? (
          <PlatformTable label="Platforms of the brand" platforms={platforms} actions={{ change, remove }} />
        ) : (
          <Text size="sm" c="dimmed">
            No platforms yet.
          </Text>
        )}
      </Input.Wrapper>
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change('new')}
        >
          Add platform
        </Button>
      </Group>
    </>
  )
}

const isStored = (brand: BrandRecord, key: string) => key in brand.platform
