import { ActionIcon, Button, Group, Text, TextInput, Title } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { domainSearch } from '#features/domain-search/contract.ts'
import type { BrandReferenceDoc } from '#features/domain-search/contract-schemas.ts'
import { files } from '#features/files/contract.ts'
import { toastOutcome } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { Thumbnail, thumbnailOf } from '#kit/web/cells.tsx'
import { delays } from '#kit/web/delays.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'
import classes from './DomainSearch.module.css'
import { referenceTexts as texts } from './texts.ts'

type Props = { company: string; brand: string }

/** The own pages and pictures of a brand: findings are shown beside them, and look-alike domains compared with them. */
export function BrandReferences({ company, brand }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['brand references', brand],
    queryFn: ({ signal }) => call(domainSearch.references, { brand }, { signal }),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.docs.some((reference) => reference.state === 'Waiting') ? 2 * delays.mail : false,
  })
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<{ message: string }>) => {
    setBusy(true)
    await toastOutcome(work)
    setBusy(false)
    await refetch()
  }
  return (
    <section aria-label={texts.title} className={classes['references']}>
      <Title order={3} size="h5" mb={4}>
        {texts.title}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.hint}
      </Text>
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      <ul className={classes['referenceList']}>
        {data?.docs.map((reference) => (
          <Reference
            key={reference.id}
            reference={reference}
            remove={() => void act(() => call(domainSearch.removeReference, { id: reference.id }))}
          />
        ))}
      </ul>
      <AddReference company={company} brand={brand} isBusy={isBusy} act={act} />
    </section>
  )
}

type AddReferenceProps = Props & {
  isBusy: boolean
  /** Does the work, reports it and reads the list again. */
  act: (work: () => Promise<{ message: string }>) => Promise<void>
}

/** Adds a page by its address, or a picture. */
function AddReference({ company, brand, isBusy, act }: AddReferenceProps) {
  const [address, setAddress] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void act(async () => {
          const answer = await call(domainSearch.addReference, { company, brand, address })
          // The next address may have been typed meanwhile.
          setAddress((now) => (now === address ? '' : now))
          return answer
        })
      }}
    >
      <Group gap="xs">
        <TextInput
          size="xs"
          w={280}
          aria-label={texts.address}
          placeholder={texts.address}
          value={address}
          maxLength={2048}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" loading={isBusy} disabled={address.trim() === ''}>
          {texts.add}
        </Button>
        <PictureFile
          isBusy={isBusy}
          onFile={(file) =>
            act(async () => {
              const { Data } = await uploadFile(files.uploadImages, file, {})
              return call(domainSearch.addReference, {
                company,
                brand,
                picture: Data[0]?.Location ?? '',
                name: file.name,
              })
            })
          }
        />
      </Group>
    </form>
  )
}

function Reference({ reference, remove }: { reference: BrandReferenceDoc; remove: () => void }) {
  return (
    <li>
      <Thumbnail source={thumbnailOf(reference.imageUrl)} label={reference.label} />
      <div>
        <span>{reference.label}</span>
        <Text size="xs" c={reference.state === 'Failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {reference.problem ?? (reference.state === 'Waiting' ? texts.waiting : reference.title)}
        </Text>
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(reference.label)} onClick={remove}>
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function PictureFile({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => Promise<void> }) {
  return (
    <FilePick accept="image/png,image/jpeg,image/webp" onFiles={([file]) => void onFile(file!)}>
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<IconPhotoPlus size={14} aria-hidden />}
        >
          {texts.picture}
        </Button>
      )}
    </FilePick>
  )
}
