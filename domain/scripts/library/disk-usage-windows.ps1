# Free space of every volume, and the largest folders of one drive.
$ErrorActionPreference = 'Stop'
Get-Volume | Where-Object { $_.Size -gt 0 } | Sort-Object DriveLetter |
    Select-Object DriveLetter, FileSystemLabel, FileSystem,
        @{ Name = 'SizeGiB'; Expression = { [math]::Round($_.Size / 1GB, 1) } },
        @{ Name = 'FreeGiB'; Expression = { [math]::Round($_.SizeRemaining / 1GB, 1) } },
        @{ Name = 'FreePercent'; Expression = { [math]::Round(100 * $_.SizeRemaining / $_.Size) } } |
    Format-Table -AutoSize | Out-String -Width 200

$root = if ($env:FOLDER) { $env:FOLDER } else { "$env:SystemDrive\" }
"Largest folders in ${root}:"
Get-ChildItem -LiteralPath $root -Directory -Force -ErrorAction SilentlyContinue |
    Where-Object { -not ($_.Attributes -band [IO.FileAttributes]::ReparsePoint) } |
    ForEach-Object {
        $size = (Get-ChildItem -LiteralPath $_.FullName -File -Recurse -Force -ErrorAction SilentlyContinue |
            Measure-Object -Property Length -Sum).Sum
        [pscustomobject]@{ GiB = [math]::Round([double]$size / 1GB, 2); Folder = $_.FullName }
    } | Sort-Object GiB -Descending | Select-Object -First 20 | Format-Table -AutoSize | Out-String -Width 200
